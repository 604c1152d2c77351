import type { Shopper } from '../accounts/access-token.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import { NotFound } from '../errors.ts';
import { type OrderRow, orders } from './table.ts';

// Code that locks more than one row locks them in this order, so that there is no deadlock:
// the rules of delivery, the person, the cart, the order (several only under the lock of their person), the address, the
// payment, the promo code, the day (several in ascending order, each followed by its bouquets' days by id), the bouquets by id.

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
