import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#server/platform/database/embedded/embedded-owner.ts';
import { figure } from '../../rig/table.ts';
import { countSoldBefore } from '../agreement.ts';
import { buyUnder, type Harm } from '../buy-under.ts';
import { type Line, type Log, type Proof, type ProofOptions, scaled } from '../proof.ts';
import { recordRequests } from '../record-requests.ts';
import { isOk, openTestEnvironment, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';

const ROUNDS = 10;
const MEGABYTES = 400;
const WHAT = 'full, and free again';
/** More than PostgreSQL keeps preallocated. */
const JOURNAL_MB = 120;
const RECOVERED_MS = 60_000;
/** 503 and 507 are honest replies while the disk is full. */
const HONEST = /: 50[37]$/;

/** Fills the disk under a busy shop: it answers 503 or 507 meanwhile, and recovers when there is room. */
export const disk: Proof = {
  name: 'disk',
  about: 'fills the disk that holds the database while eight people buy, and frees it again (needs root)',
  ownDatabase: true,
  async prove(options, log) {
    if (process.getuid?.() !== 0) return { lines: [{ what: WHAT, tried: 0, faults: 0, lost: ['needs root'] }] };
    // Opened first, so that it is unmounted last.
    const small = await openSmallDisk(MEGABYTES);
    await using env = await openTestEnvironment();
    // The shop's data is on the small disk; links let the environment find its PostgreSQL and its log.
    for (const name of ['postgres', 'postgres.log']) await symlink(join(small.folder, name), join(env.dataDir, name));
    const line = await fillAgainAndAgain(env, small, options, log);
    return { lines: [line] };
  },
};

async function fillAgainAndAgain(
  env: TestEnvironment,
  small: SmallDisk,
  options: ProofOptions,
  log: Log,
): Promise<Line> {
  const open = () => requireOpen(env, { settings: { DATA_DIR: small.folder } });
  let shop = await open();
  await countSoldBefore(env);
  const found = { lost: [] as string[], reads: 0, answered: 0, restarts: 0, slowestMs: 0 };
  let round = 0;
  const fillOnce: Harm = async (random) => {
    small.fill();
    // Every other time the journal of PostgreSQL needs room as well, as after a busy hour: it cannot go on then.
    if (++round % 2 === 0) await fillJournal(join(small.folder, 'postgres'));
    for (const end = Date.now() + random.between(4_000, 12_000); Date.now() < end; await sleep(200)) {
      small.fill();
      found.reads++;
      if (await isOk(`/api/products/?search=tulip${found.reads}`)) found.answered++;
    }
    small.free();
    const start = performance.now();
    while (!(await isOk('/ready')) && performance.now() - start < RECOVERED_MS) {
      if (shop.hasEnded()) {
        log(`the shop ended: ${shop.words().trim().split('\n').at(-1)}`);
        found.restarts++;
        shop = await open();
      }
      await sleep(100);
    }
    const ms = performance.now() - start;
    found.slowestMs = Math.max(found.slowestMs, ms);
    if (ms >= RECOVERED_MS) found.lost.push(`not whole again within a minute\n${shop.words()}`);
    return `whole again after ${figure(ms / 1000)} s`;
  };
  const requests = recordRequests();
  const often = { times: scaled(options, ROUNDS), seed: `${options.seed}`, pause: [1_000, 4_000] as [number, number] };
  const line = await buyUnder(env, WHAT, fillOnce, often, log);
  requests.stop();
  await shop.kill();
  const failed = requests.failed.filter((words) => !HONEST.test(words));
  return {
    ...line,
    lost: [...line.violations, ...failed, ...requests.withoutRetryAfter, ...found.lost],
    figures: `${line.figures}, ${found.answered} of ${found.reads} reads answered while it was full, whole again within ${figure(found.slowestMs / 1000)} s, ${found.restarts} restarts`,
  };
}

async function fillJournal(socketDir: string): Promise<void> {
  try {
    const owner = await connectAsOwner(socketDir);
    for (let megabytes = 0; megabytes < JOURNAL_MB; megabytes++)
      await owner.query(`select pg_logical_emit_message(false, 'proof', repeat('x', 1000000))`);
    await owner.end();
  } catch {
    // It has come to its end, as it was meant to.
  }
}
