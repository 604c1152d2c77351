import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort, firstAnswer, startChild } from '../rig/children.ts';
import { describeRun } from '../rig/machine.ts';
import { makeDataDir, ROOT, serverIn, shopSettings } from '../rig/shop.ts';
import { median } from '../rig/statistics.ts';
import { figure, ratio } from '../rig/table.ts';
import type { Report } from './results.ts';

const RUNS = 3;
const PATIENCE_MS = 20_000;

type Command = { name: string; file: string; args: string[] };

const FLOORS: Command[] = [
  { name: 'node -e 0', file: 'node', args: ['-e', '0'] },
  { name: 'npm --version', file: 'npm', args: ['--version'] },
];
const shopsIn = (root: string): Command[] => [
  { name: 'node server/src/main.ts', file: process.execPath, args: serverIn(root) },
  { name: 'npm start', file: 'npm', args: ['start'] },
];

function timeFloor({ file, args }: Command, root: string): number {
  const start = performance.now();
  spawnSync(file, args, { cwd: root, stdio: 'ignore' });
  return performance.now() - start;
}

async function timeShop({ file, args }: Command, dataDir: string, root: string): Promise<number> {
  const port = await findPort();
  const start = performance.now();
  const child = startChild(file, args, { cwd: root, env: shopSettings(dataDir, port, root) });
  try {
    return (await firstAnswer(child, `http://127.0.0.1:${port}/`)) - start;
  } finally {
    await child.stop();
    await closed(dataDir);
  }
}

/** npm may be gone before the shop that it started: PostgreSQL's lock file is the last thing to go. */
async function closed(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  for (const deadline = Date.now() + PATIENCE_MS; existsSync(lock); await sleep(20)) {
    if (Date.now() > deadline) throw new Error('The shop did not close.');
  }
}

/** From `npm start` to the first page, on a folder that a shop has been opened on before. */
export async function measureStart(root = ROOT): Promise<Report> {
  const run = describeRun([], root);
  const shops = shopsIn(root);
  await using folder = await makeDataDir();
  const times = new Map([...FLOORS, ...shops].map((command) => [command, [] as number[]]));
  for (const command of shops) await timeShop(command, folder.dataDir, root);
  for (let round = 0; round < RUNS; round++) {
    for (const command of FLOORS) times.get(command)?.push(timeFloor(command, root));
    for (const command of shops) times.get(command)?.push(await timeShop(command, folder.dataDir, root));
  }
  const floor = median(times.get(FLOORS[0] as Command) ?? []);
  return {
    kind: 'start',
    run,
    tables: [
      {
        title: 'A warm start to the first page',
        columns: ['', 'median ms', 'all ms', `beside ${FLOORS[0]?.name}`],
        rows: [...times].map(([{ name }, all]) => [
          name,
          figure(median(all)),
          all.map((ms) => figure(ms)).join(', '),
          ratio(median(all), floor),
        ]),
        notes: [
          `Medians of ${RUNS} interleaved runs, from spawning the command to the whole of the first answer on /, which is drawn for it; the floors are what the commands cost when they do nothing.`,
        ],
      },
    ],
  };
}
