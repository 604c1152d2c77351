import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, inArray } from '#server/platform/database/drizzle.ts';
import { type OrderRow, orders } from './table.ts';

// Code that locks more than one row locks them in this order, so that there is no deadlock:
// the run, the rules of delivery, the person, the cart, the order (several under the lock of their person, or in ascending
// order), the address, the payment, who reports damage (advisory, by key), the promo code, the day (several in ascending order, each followed by its bouquets' days
// by id), the bouquets by id.

/** An order, locked until the transaction ends. */
export async function lockOrder(tx: Transaction, orderId: number): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw new NotFound();
  return order;
}

/** The same for an order of one's own; another's is not found. */
export async function lockOwnOrder(tx: Transaction, { userId }: Shopper, orderId: number): Promise<OrderRow> {
  const isOwn = and(eq(orders.id, orderId), eq(orders.userId, userId));
  const [order] = await tx.select().from(orders).where(isOwn).for('update');
  if (!order) throw new NotFound();
  return order;
}

/** What of someone's is being paid for. The person must be locked. */
export async function lockAwaitingPayment(tx: Transaction, userId: number): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.stage, 'awaiting payment')))
    .orderBy(orders.id)
    .for('update');
}

/** Orders of a run, whoever bought them, locked in ascending order. Numbers of no order are left out. */
export async function lockOrders(tx: Transaction, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id))
    .for('update');
}
