import type { Day } from '#contract/day.ts';
import { collectionDay } from '#server/features/delivery/collection-day.ts';
import type { DoneNow } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockOrder } from '../lock-order.ts';
import { recordEvent } from '../record-event.ts';
import { type OrderRow, orders } from '../table.ts';

/** Gives an order that was paid for, and has not arrived, another day. Only for demonstrations: a day is a promise. */
export async function moveDelivery(tx: Transaction, orderId: number, day: Day, by: DoneNow): Promise<void> {
  const order = await lockOrder(tx, orderId).catch(() => undefined);
  if (order?.status === 'C' && order.deliveredAt === null) await moveDay(tx, order, day, by);
}

/** Another day for a locked order, and with it the day on which a carrier collects it. */
export async function moveDay(tx: Transaction, order: OrderRow, day: Day, by: DoneNow): Promise<OrderRow> {
  if (order.deliveryDate === day) return order;
  const collectedOn = collectionDay(day, order.address?.postal_code ?? '');
  const [moved] = await tx
    .update(orders)
    .set({ deliveryDate: day, collectedOn })
    .where(eq(orders.id, order.id))
    .returning();
  await recordEvent(tx, order.id, { ...by, what: 'day', before: order.deliveryDate, after: day });
  return moved as OrderRow;
}
