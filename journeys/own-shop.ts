import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeMemoryFolder } from '#server/testing/memory-folder.ts';

const OPENS_WITHIN_MS = 90_000;
const CLOSES_WITHIN_MS = 10_000;
const RUNNER = fileURLToPath(import.meta.resolve('./run-shop.ts'));

export type OwnShop = {
  /** Its data directory, which is removed when it is closed. */
  dataDir: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Opens it again on the same data. */
  reopen(): Promise<void>;
  /** Closes it and removes its data. */
  close(): Promise<void>;
};

/** Opens a real shop, new and fully stocked, with whatever settings it needs beyond its address. */
export async function openOwnShop(address: string, settings: NodeJS.ProcessEnv = {}): Promise<OwnShop> {
  const { origin, hostname, port } = new URL(address);
  if (await isReady(origin)) throw new Error(`Something answers at ${origin} already. Stop it first.`);

  const dataDir = await makeMemoryFolder('marigold-lane-journeys-');
  const stocked = process.env.JOURNEYS_STOCKED_DIR;
  if (stocked) await cp(stocked, dataDir, { recursive: true });
  const runner = spawn(process.execPath, [RUNNER], {
    env: {
      ...process.env,
      JOURNEYS_DATA_DIR: dataDir,
      HOST: hostname,
      PORT: port,
      PUBLIC_URL: origin,
      DEMO: '',
      ...settings,
    },
    stdio: 'pipe',
  });
  const output: string[] = [];
  for (const stream of [runner.stdout, runner.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(runner, 'exit');
  const close = async () => {
    runner.stdin.end();
    await ended;
  };
  const until = async (ready: boolean, milliseconds: number) => {
    for (const deadline = Date.now() + milliseconds; (await isReady(origin)) !== ready; await sleep(100)) {
      if (runner.exitCode === null && Date.now() < deadline) continue;
      await close();
      throw new Error(`The shop did not ${ready ? 'open' : 'end'}. It said:\n${output.join('')}`);
    }
  };

  await until(true, OPENS_WITHIN_MS);
  return {
    dataDir,
    close,
    async kill() {
      runner.stdin.write('kill\n');
      await until(false, CLOSES_WITHIN_MS);
    },
    async reopen() {
      runner.stdin.write('open\n');
      await until(true, OPENS_WITHIN_MS);
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/ready`).catch(() => undefined);
  return response?.ok ?? false;
}
