import type { Shopper } from '../accounts/access-token.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import { Conflict, NotFound } from '../errors.ts';
import { type OrderRow, orders } from './table.ts';

// Whoever locks more than one thing takes them in this order, so that nobody waits in a ring:
// the person, the order, the address, the bouquets by id.

/** An order, held still until the transaction ends. */
export async function lockOrder(tx: Transaction, orderId: number): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw new NotFound();
  return order;
}

/** The same for an order of one's own; another's is not found. */
export async function lockOwnOrder(tx: Transaction, { userId }: Shopper, orderId: number): Promise<OrderRow> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
    .for('update');
  if (!order) throw new NotFound();
  return order;
}

/** One's own cart, to be changed: neither completed nor being paid for. */
export async function lockCart(tx: Transaction, shopper: Shopper, orderId: number): Promise<OrderRow> {
  const order = await lockOwnOrder(tx, shopper, orderId);
  if (order.status === 'C') throw new Conflict('This order is completed.');
  requireNotHeld(order);
  return order;
}

/** A cart stands still while its payment is being confirmed. */
export function requireNotHeld({ heldAt }: OrderRow): void {
  if (heldAt) throw new Conflict('Your payment is being confirmed.');
}
