import type { OrderStage } from '#contract/orders.ts';
import { districtOf } from '#contract/postcode.ts';
import type { PutOnRun, Run } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import { lockOrders } from '#server/features/orders/lock-order.ts';
import { listReported, type Reported, whyNotSend } from '#server/features/orders/paid/find-reported.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import { doneNow } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, inArray, isNull, sql } from '#server/platform/database/drizzle.ts';
import { lockRun } from './find-run.ts';
import { readRuns } from './list-deliveries.ts';
import { type RunRow, runStops, runs } from './table.ts';

/** What can still be put on a run. */
const IN_THE_SHOP: OrderStage[] = ['to tie', 'tied', 'not delivered'];

/** Puts orders of the run's day on it, after its other stops; from whichever run they were on. One on it already stays. */
export async function putOnRun(
  deps: Pick<Deps, 'clock' | 'db'>,
  colleague: Colleague,
  runId: number,
  { orders: ids, districts }: PutOnRun,
): Promise<Run> {
  return deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, deps, colleague, runId);
    if (run.leftAt) throw new Conflict(`Run ${run.number} has left.`);
    const wanted = [...new Set([...ids, ...(await listOfDistricts(tx, run.day, districts))])];
    const locked = await lockOrders(tx, wanted);
    const reported = await listReported(tx, wanted);
    for (const id of ids) requireMovable(locked, id, run, reported.get(id));
    const movable = locked.filter((order) => whyNot(order, run, reported.get(order.id)) === undefined);
    const known = await listKnown(tx, wanted);
    let [last] = await tx
      .select({ position: sql<number>`coalesce(max(${runStops.position}), 0)` })
      .from(runStops)
      .where(eq(runStops.runId, runId));
    for (const order of movable.filter(({ id }) => known.get(id)?.id !== runId)) {
      last = { position: (last?.position ?? 0) + 1 };
      const stop = { runId, position: last.position };
      await tx
        .insert(runStops)
        .values({ orderId: order.id, ...stop })
        .onConflictDoUpdate({ target: runStops.orderId, set: stop });
      const before = known.get(order.id);
      const by = { ...doneNow(deps, colleague), what: 'run' };
      await recordEvent(tx, order.id, { ...by, before: before ? nameOfRun(before) : null, after: nameOfRun(run) });
    }
    return (await readRuns(tx, eq(runs.id, runId)))[0] as Run;
  });
}

export const nameOfRun = ({ number, day }: Pick<RunRow, 'number' | 'day'>) => `run ${number} of ${day}`;

/** Read before the locks: what left since is not movable any more, and stays. */
async function listOfDistricts(tx: Transaction, day: string, districts: string[]): Promise<number[]> {
  if (districts.length === 0) return [];
  const found = await tx
    .select({ id: orders.id, address: orders.address })
    .from(orders)
    .where(and(eq(orders.leavesOn, day), isNull(orders.collectedOn), inArray(orders.stage, IN_THE_SHOP)))
    .orderBy(asc(orders.id));
  return found.filter(({ address }) => districts.includes(districtOf(address?.postal_code ?? ''))).map(({ id }) => id);
}

/** The runs that orders are on. */
async function listKnown(tx: Transaction, ids: number[]) {
  if (ids.length === 0) return new Map<number, Pick<RunRow, 'id' | 'number' | 'day'>>();
  const found = await tx
    .select({ orderId: runStops.orderId, run: { id: runs.id, number: runs.number, day: runs.day } })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .where(inArray(runStops.orderId, ids));
  return new Map(found.map(({ orderId, run }) => [orderId, run]));
}

function requireMovable(locked: OrderRow[], id: number, run: RunRow, reported: Reported | undefined): void {
  const order = locked.find((one) => one.id === id);
  if (!order) throw new Invalid({ orders: [`There is no order ${id}.`] });
  const reason = whyNot(order, run, reported);
  if (reason) throw new Conflict(reason);
}

function whyNot(
  { id, stage, leavesOn, collectedOn }: OrderRow,
  { day }: RunRow,
  reported: Reported | undefined,
): string | undefined {
  if (!IN_THE_SHOP.includes(stage)) return `Order ${id} is ${stage}: it cannot be put on a run.`;
  const why = reported && whyNotSend(stage, reported);
  if (why) return `Order ${id} goes on no run. ${why}`;
  if (collectedOn) return `Order ${id} goes by carrier.`;
  return leavesOn === day ? undefined : `Order ${id} is for another day.`;
}
