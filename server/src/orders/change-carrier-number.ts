import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { type By, recordEvent } from './record-event.ts';
import { type OrderRow, orders } from './table.ts';

/** The carrier's number of a locked order. */
export async function changeCarrierNumber(
  tx: Transaction,
  order: OrderRow,
  carrierNumber: string | null,
  by: By & { at: Date },
): Promise<OrderRow> {
  if (carrierNumber === order.carrierNumber) return order;
  await tx.update(orders).set({ carrierNumber }).where(eq(orders.id, order.id));
  await recordEvent(tx, order.id, { ...by, what: 'carrier number', before: order.carrierNumber, after: carrierNumber });
  return { ...order, carrierNumber };
}
