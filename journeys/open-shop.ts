import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';

const OPENS_WITHIN_MS = 90_000;
const KEEPER = fileURLToPath(import.meta.resolve('./keep-shop.ts'));

/** Opens a real shop, new and fully stocked, for all journeys; what it returns closes it without a trace. */
export default async function openShop({ projects }: FullConfig): Promise<() => Promise<void>> {
  const { origin, hostname, port } = new URL(projects[0]?.use.baseURL ?? '');
  if (await isReady(origin)) throw new Error(`Something answers at ${origin} already. Stop it first.`);

  const keeper = spawn(process.execPath, [KEEPER], {
    env: { ...process.env, HOST: hostname, PORT: port, PUBLIC_URL: origin },
    stdio: 'pipe',
  });
  const said: string[] = [];
  for (const mouth of [keeper.stdout, keeper.stderr]) mouth.on('data', (words) => said.push(String(words)));
  const ended = once(keeper, 'exit');
  const close = async () => {
    keeper.stdin.end();
    await ended;
  };

  for (const deadline = Date.now() + OPENS_WITHIN_MS; !(await isReady(origin)); await sleep(100)) {
    if (keeper.exitCode === null && Date.now() < deadline) continue;
    await close();
    throw new Error(`The shop did not open. It said:\n${said.join('')}`);
  }
  return close;
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/ready`).catch(() => undefined);
  return answer?.ok ?? false;
}
