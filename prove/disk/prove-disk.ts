import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#server/database/embedded-owner.ts';
import { figure } from '../../bench/table.ts';
import { buyUnder, type Harm } from '../buy-under.ts';
import { type Promised, promiseNothing } from '../promised.ts';
import { type Line, type Proof, type Say, scaled, type Wish } from '../proof.ts';
import { followLog } from '../read-log.ts';
import { openTestEnvironment, requireOpen, SHOP, type TestEnvironment } from '../test-environment.ts';
import { toLine } from '../trade-line.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';

const ROUNDS = 10;
const MEGABYTES = 400;
const WHAT = 'full, and free again';
/** More than it keeps ready. */
const JOURNAL_MB = 120;
const WHOLE_MS = 60_000;
/** Too full to write, or away for a moment: both are honest. */
const HONEST = /: 50[37]$/;

/** Fills the disk under a shop that is busy: it says so while it lasts, and is whole again when there is room. */
export const disk: Proof = {
  name: 'disk',
  about: 'fills the disk that holds the database while eight people buy, and frees it again (needs root)',
  ownDatabase: true,
  async prove(wish, say) {
    if (process.getuid?.() !== 0) return { lines: [{ what: WHAT, tried: 0, faults: 0, lost: ['needs root'] }] };
    // Taken away last of all.
    const small = await openSmallDisk(MEGABYTES);
    const place = await openTestEnvironment();
    // The shop's data is on the small disk, and what the proof looks for is found through the place's own folder.
    for (const name of ['postgres', 'postgres.log']) await symlink(join(small.folder, name), join(place.dataDir, name));
    const line = await fillAgainAndAgain(place, small, wish, say);
    await place.close();
    return { lines: [line] };
  },
};

async function fillAgainAndAgain(place: TestEnvironment, small: SmallDisk, wish: Wish, say: Say): Promise<Line> {
  const open = () => requireOpen(place, { settings: { DATA_DIR: small.folder } });
  let shop = await open();
  const promised = await countBefore(place);
  const rounds = scaled(wish, ROUNDS);
  const found = { lost: [] as string[], looks: 0, answered: 0, restarts: 0, slowestMs: 0 };
  const all: Harm = async (dice) => {
    for (let round = 1; round <= rounds; round++) {
      await sleep(dice.between(1_000, 4_000));
      small.fill();
      // Every other time the journal of PostgreSQL needs room as well, as after a busy hour: it cannot go on then.
      if (round % 2 === 0) await fillJournal(join(small.folder, 'postgres'));
      for (const end = Date.now() + dice.between(4_000, 12_000); Date.now() < end; await sleep(200)) {
        small.fill();
        found.looks++;
        if (await isAnswered(`/api/products/?search=tulip${found.looks}`)) found.answered++;
      }
      small.free();
      const start = performance.now();
      while (!(await isAnswered('/ready')) && performance.now() - start < WHOLE_MS) {
        if (shop.hasEnded()) {
          say(`the shop ended: ${shop.words().trim().split('\n').at(-1)}`);
          found.restarts++;
          shop = await open();
        }
        await sleep(100);
      }
      const ms = performance.now() - start;
      found.slowestMs = Math.max(found.slowestMs, ms);
      if (ms >= WHOLE_MS) found.lost.push(`not whole again within a minute\n${shop.words()}`);
      say(
        `${round} of ${rounds}: whole again after ${figure(ms / 1000)} s, ${promised.paid.size} orders said to be paid`,
      );
    }
    return 'all of them';
  };
  const lines = followLog();
  const trade = await buyUnder(place, all, { seconds: 1, seed: `${wish.seed}`, pause: [500, 500] }, promised, say);
  lines.stop();
  await shop.kill();
  const line = toLine(WHAT, trade);
  const failed = lines.failed.filter((words) => !HONEST.test(words));
  return {
    ...line,
    faults: rounds,
    lost: [...trade.violations, ...failed, ...lines.rude, ...found.lost],
    figures: `${line.figures}, ${found.answered} of ${found.looks} reads answered while it was full, whole again within ${figure(found.slowestMs / 1000)} s, ${found.restarts} restarts`,
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

async function countBefore({ query }: TestEnvironment): Promise<Promised> {
  const [before] = await query<{ sold: number }>('select coalesce(sum(sold), 0)::int as sold from products');
  return promiseNothing(before?.sold ?? 0);
}

async function isAnswered(path: string): Promise<boolean> {
  const answer = await fetch(`${SHOP}${path}`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.ok ?? false;
}
