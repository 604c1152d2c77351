import type { ChangeParcel, CollectParcels, Parcel } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { lockOrders } from '#server/features/orders/lock-order.ts';
import { changeCarrierNumber } from '#server/features/orders/paid/change-carrier-number.ts';
import { dispatchOrder, lockCompleted } from '#server/features/orders/paid/dispatch-order.ts';
import { listReported, type Reported, whyNotSend } from '#server/features/orders/paid/find-reported.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import { doneBy, doneNow } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { and, asc, eq, isNotNull } from '#server/platform/database/drizzle.ts';
import { toParcel } from './list-deliveries.ts';

/** Stores the number that the carrier gave a parcel. */
export async function changeParcel(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  colleague: Colleague,
  orderId: number,
  { carrier_number }: ChangeParcel,
): Promise<Parcel> {
  return db.transaction(async (tx) => {
    const order = await lockCompleted(tx, orderId);
    if (!order.collectedOn) throw new Conflict(`Order ${orderId} goes by one of our vans.`);
    const by = doneNow({ clock }, colleague);
    return toParcel(await changeCarrierNumber(tx, order, carrier_number || null, by));
  });
}

/** The carrier has collected what is tied of a day's parcels, and was not replaced: they are out, and each buyer gets a letter. */
export async function collectParcels(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'mail' | 'secrets'>,
  colleague: Colleague,
  { day }: CollectParcels,
): Promise<Parcel[]> {
  return deps.db.transaction(async (tx) => {
    const isTied = and(eq(orders.leavesOn, day), isNotNull(orders.collectedOn), eq(orders.stage, 'tied'));
    const found = await tx.select({ id: orders.id }).from(orders).where(isTied).orderBy(asc(orders.id));
    const ids = found.map(({ id }) => id);
    const locked = await lockOrders(tx, ids);
    const reported = await listReported(tx, ids);
    const isHeld = ({ id, stage }: OrderRow) => whyNotSend(stage, reported.get(id) as Reported) !== null;
    const collected = [];
    for (const { id } of locked.filter((order) => order.stage === 'tied' && !isHeld(order)))
      collected.push(toParcel((await dispatchOrder(deps, tx, id, doneBy(colleague))).order));
    return collected;
  });
}
