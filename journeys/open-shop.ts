import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';

const OPENS_WITHIN_MS = 90_000;
const CLOSES_WITHIN_MS = 20_000;

/** Opens a real shop with an empty till and a full window for all journeys; what it returns closes it without a trace. */
export default async function openShop({ projects }: FullConfig): Promise<() => Promise<void>> {
  const { origin, hostname, port } = new URL(projects[0]?.use.baseURL ?? '');
  if (await isReady(origin)) throw new Error(`Something answers at ${origin} already. Stop it first.`);

  const dataDir = await mkdtemp(join(tmpdir(), 'marigold-lane-journeys-'));
  const shop = spawn(process.execPath, ['server/src/main.ts'], {
    // A developer's own settings are none of the journeys' business.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: hostname,
      PORT: port,
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      TRUST_PROXY: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  shop.stdout.on('data', (words) => said.push(String(words)));
  shop.stderr.on('data', (words) => said.push(String(words)));
  // A runner that dies halfway takes its shop along.
  const killShop = () => shop.kill('SIGTERM');
  process.once('exit', killShop);

  const close = async () => {
    await stop(shop);
    process.off('exit', killShop);
    await rm(dataDir, { recursive: true, force: true });
  };

  for (const deadline = Date.now() + OPENS_WITHIN_MS; !(await isReady(origin)); await sleep(100)) {
    if (!hasEnded(shop) && Date.now() < deadline) continue;
    await close();
    throw new Error(`The shop did not open. It said:\n${said.join('')}`);
  }
  return close;
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/ready`).catch(() => undefined);
  return answer?.ok ?? false;
}

const hasEnded = (process: ChildProcess) => process.exitCode !== null || process.signalCode !== null;

async function stop(shop: ChildProcess): Promise<void> {
  if (hasEnded(shop)) return;
  const ended = once(shop, 'exit');
  shop.kill('SIGTERM');
  const impatient = setTimeout(() => shop.kill('SIGKILL'), CLOSES_WITHIN_MS);
  await ended;
  clearTimeout(impatient);
}
