import type { DoneNow } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { recordEvent } from '../record-event.ts';
import { type OrderRow, orders } from '../table.ts';

/** The carrier's number of a locked order. */
export async function changeCarrierNumber(
  tx: Transaction,
  order: OrderRow,
  carrierNumber: string | null,
  by: DoneNow,
): Promise<OrderRow> {
  if (carrierNumber === order.carrierNumber) return order;
  await tx.update(orders).set({ carrierNumber }).where(eq(orders.id, order.id));
  await recordEvent(tx, order.id, { ...by, what: 'carrier number', before: order.carrierNumber, after: carrierNumber });
  return { ...order, carrierNumber };
}
