import { may } from '#contract/roles.ts';
import type { ChangeRun, Run } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import { doneNow } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { staff } from '#server/features/staff/table.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNull } from '#server/platform/database/drizzle.ts';
import { lockRun } from './find-run.ts';
import { readRuns } from './list-deliveries.ts';
import { runs } from './table.ts';

/** Gives a run a driver or another time. */
export async function changeRun(
  deps: Pick<Deps, 'clock' | 'db'>,
  colleague: Colleague,
  runId: number,
  { driver, leaves_at }: ChangeRun,
): Promise<Run> {
  return deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, deps, colleague, runId);
    if (driver) await requireDriver(tx, driver);
    if (run.leftAt && leaves_at !== undefined && leaves_at !== run.leavesAt)
      throw new Conflict(`Run ${run.number} has left.`);
    const before = { driverId: run.driverId, leavesAt: run.leavesAt };
    const after = { driverId: driver === undefined ? run.driverId : driver, leavesAt: leaves_at ?? run.leavesAt };
    if (before.driverId !== after.driverId || before.leavesAt !== after.leavesAt) {
      await tx.update(runs).set(after).where(eq(runs.id, runId));
      await writeDeskLog(tx, doneNow(deps, colleague), 'change run', runId, { before, after });
    }
    return (await readRuns(tx, eq(runs.id, runId)))[0] as Run;
  });
}

async function requireDriver(tx: Transaction, id: number): Promise<void> {
  const [found] = await tx
    .select({ roles: staff.roles })
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.disabledAt)));
  if (!found || !may(found.roles, 'deliver')) throw new Invalid({ driver: ['Choose somebody who works here.'] });
}
