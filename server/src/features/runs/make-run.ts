import type { MakeRun, Run } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { doneNow } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { findRunOfDay } from './find-run.ts';
import { readRuns } from './list-deliveries.ts';
import { type RunRow, runs } from './table.ts';

/** Makes a run; one of that number stays as it is, so that two who press at once make one. */
export async function makeRun(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  colleague: Colleague,
  { day, number, leaves_at: leavesAt }: MakeRun,
): Promise<Run> {
  return db.transaction(async (tx) => {
    const [made] = await tx.insert(runs).values({ day, number, leavesAt }).onConflictDoNothing().returning();
    const run = made ?? ((await findRunOfDay(tx, day, number)) as RunRow);
    if (made) {
      await writeDeskLog(tx, doneNow({ clock }, colleague), 'make run', run.id, { day, number, leavesAt });
    }
    return (await readRuns(tx, eq(runs.id, run.id)))[0] as Run;
  });
}
