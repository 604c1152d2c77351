import type { Run, SortStops } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { lockOrders } from '#server/features/orders/lock-order.ts';
import { doneNow } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { and, asc, eq } from '#server/platform/database/drizzle.ts';
import { lockRun } from './find-run.ts';
import { readRuns } from './list-deliveries.ts';
import { runStops, runs } from './table.ts';

/** The stops of a run in another order. Those that are not named come after the others; one that is on no longer is refused. */
export async function sortStops(
  deps: Pick<Deps, 'clock' | 'db'>,
  colleague: Colleague,
  runId: number,
  { orders: wanted }: SortStops,
): Promise<Run> {
  return deps.db.transaction(async (tx) => {
    await lockRun(tx, deps, colleague, runId);
    // Whoever moves one of them to another run waits, or has done it.
    await lockOrders(tx, wanted);
    const found = await tx
      .select({ id: runStops.orderId })
      .from(runStops)
      .where(eq(runStops.runId, runId))
      .orderBy(asc(runStops.position), asc(runStops.orderId));
    const before = found.map(({ id }) => id);
    if (wanted.some((id) => !before.includes(id)))
      throw new Conflict('The stops of this run have changed meanwhile. Please look again.');
    const after = [...new Set([...wanted, ...before])];
    for (const [index, id] of after.entries())
      await tx
        .update(runStops)
        .set({ position: index + 1 })
        .where(and(eq(runStops.orderId, id), eq(runStops.runId, runId)));
    if (after.join() !== before.join()) {
      await writeDeskLog(tx, doneNow(deps, colleague), 'sort stops', runId, { before, after });
    }
    return (await readRuns(tx, eq(runs.id, runId)))[0] as Run;
  });
}
