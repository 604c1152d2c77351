import type { Run } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { lockOrders } from '#server/features/orders/lock-order.ts';
import { withdrawDispatch } from '#server/features/orders/paid/dispatch-order.ts';
import { isHeld } from '#server/features/orders/paid/held-dispatch.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { lockRun } from './find-run.ts';
import { readRuns } from './list-deliveries.ts';
import { nameOfRun } from './put-on-run.ts';
import { readStops } from './read-stops.ts';
import { type RunRow, runStops, runs } from './table.ts';

type RunDeps = Pick<Deps, 'clock' | 'db' | 'mail'>;

/**
 * The van has not left after all, said within a minute: its orders are here again, what was left behind is on it again, and the
 * letters that were held are never sent, all in one transaction. A run that has not left stays as it is.
 */
export async function takeBackRun(deps: RunDeps, colleague: Colleague, runId: number): Promise<Run> {
  return deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, deps, colleague, runId);
    if (run.leftAt) await takeBack(deps, tx, colleague, run, run.leftAt);
    return (await readRuns(tx, eq(runs.id, runId)))[0] as Run;
  });
}

async function takeBack(deps: RunDeps, tx: Transaction, colleague: Colleague, run: RunRow, leftAt: Date) {
  const at = deps.clock.now();
  const isLate = new Conflict(`Run ${run.number} left more than a minute ago: the letters are on their way.`);
  if (!isHeld(leftAt, at)) throw isLate;
  const by = doneBy(colleague);
  const behind = await listLeftBehind(tx, run, leftAt);
  const on = (await readStops(tx, [run.id])).map(({ order }) => order.id);
  const locked = await lockOrders(tx, [...on, ...behind]);
  const stops = locked.filter(({ id }) => on.includes(id));
  const gone = stops.find(({ stage }) => stage !== 'out');
  if (gone) throw new Conflict(`Order ${gone.id} is ${gone.stage}: run ${run.number} has left.`);
  for (const order of stops) if (!(await withdrawDispatch(deps, tx, order, { ...by, at }))) throw isLate;
  await tx.update(runs).set({ leftAt: null }).where(eq(runs.id, run.id));
  const stay = locked.filter(({ id, stage }) => behind.includes(id) && (stage === 'to tie' || stage === 'tied'));
  for (const [place, { id }] of stay.entries()) {
    // Put on another run meanwhile, it stays there.
    const back = { orderId: id, runId: run.id, position: stops.length + place + 1 };
    const [added] = await tx.insert(runStops).values(back).onConflictDoNothing().returning();
    if (added) await recordEvent(tx, id, { at, ...by, what: 'run', after: nameOfRun(run) });
  }
  await writeDeskLog(tx, { at, ...by }, 'take back run', run.id, { orders: stops.length });
}

/** What the run left behind when it left, by the events of that moment. */
async function listLeftBehind(tx: Transaction, run: RunRow, leftAt: Date): Promise<number[]> {
  const left = and(eq(orderEvents.what, 'run'), eq(orderEvents.before, nameOfRun(run)), eq(orderEvents.at, leftAt));
  const found = await tx
    .select({ id: orderEvents.orderId })
    .from(orderEvents)
    .where(and(left, inArray(orderEvents.orderId, sql`(select id from orders where leaves_on = ${run.day})`)))
    .orderBy(asc(orderEvents.orderId));
  return found.map(({ id }) => id);
}
