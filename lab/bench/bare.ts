import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { findPort, firstAnswer, startChild } from '../rig/children.ts';
import { makeDataDir } from '../rig/shop.ts';
import type { BareAnswer } from './bare-server.ts';

export type Bare = AsyncDisposable & { url: string; pid: number; stop(): Promise<void> };
export type BareRequest = { path: string; encoding: string };

/** Headers that node:http adds by itself in both servers. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'date', 'transfer-encoding'];

function fetchRaw(url: string, { path, encoding }: BareRequest): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { 'accept-encoding': encoding } }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      const own = Object.entries(response.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
      if (response.statusCode === 200) resolve({ path, headers: toPlain(own), body: body.toString('base64') });
      else reject(new Error(`${path} answered ${response.statusCode}.`));
    });
    sent.once('error', reject);
    sent.end();
  });
}

const toPlain = (headers: [string, string | string[] | undefined][]) =>
  Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));

/** A bare server, in a process of its own, that sends exactly what the shop sends. */
export async function openBare(
  shopUrl: string,
  requests: BareRequest[],
): Promise<Bare & { bytes: Map<string, number> }> {
  const answers = await Promise.all(requests.map((request) => fetchRaw(shopUrl, request)));
  await using opening = new AsyncDisposableStack();
  const { dataDir: folder } = opening.use(await makeDataDir());
  const file = join(folder, 'answers.json');
  await writeFile(file, JSON.stringify(answers));
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const child = startChild(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), String(port), file]);
  opening.defer(child.stop);
  await firstAnswer(child, `${url}${requests[0]?.path}`, 10_000);
  const bytes = new Map(answers.map(({ path, body }) => [path, Buffer.byteLength(body, 'base64')]));
  const all = opening.move();
  const stop = () => all.disposeAsync();
  return { url, pid: child.pid, bytes, stop, [Symbol.asyncDispose]: stop };
}
