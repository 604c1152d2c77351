import type { Day } from '#contract/day.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, isNull } from '../database/drizzle.ts';
import { orders } from './table.ts';

/** Gives an order that was paid for, and has not arrived, another day. Only for demonstrations: a day is a promise. */
export async function moveDelivery(tx: Transaction, orderId: number, day: Day): Promise<void> {
  await tx
    .update(orders)
    .set({ deliveryDate: day })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'C'), isNull(orders.deliveredAt)));
}
