import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { lockOrders } from '#server/features/orders/lock-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { doneNow } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockRun } from './find-run.ts';
import { nameOfRun } from './put-on-run.ts';
import { readStops } from './read-stops.ts';
import { runStops, runs } from './table.ts';

/** Removes a run that has not left. What was on it is on no run then, each with an event that says so. */
export async function removeRun(deps: Pick<Deps, 'clock' | 'db'>, colleague: Colleague, runId: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, deps, colleague, runId);
    const { day, number, leftAt } = run;
    if (leftAt) throw new Conflict(`Run ${number} has left.`);
    const on = (await readStops(tx, [runId])).map(({ order }) => order.id);
    await lockOrders(tx, on);
    const by = doneNow(deps, colleague);
    // What was moved to another run before it was locked is not on this one any more.
    const taken = await tx.delete(runStops).where(eq(runStops.runId, runId)).returning();
    for (const { orderId } of taken) await recordEvent(tx, orderId, { ...by, what: 'run', before: nameOfRun(run) });
    await tx.delete(runs).where(eq(runs.id, runId));
    await writeDeskLog(tx, by, 'remove run', runId, { day, number, stops: taken.length });
  });
}
