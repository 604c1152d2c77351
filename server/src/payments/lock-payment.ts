import { users } from '../accounts/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { SHARE_RULES } from '../delivery/lock-rules.ts';
import { NotFound } from '../errors.ts';
import { type CartRow, carts, type OrderRow, orders } from '../orders/table.ts';
import { type PaymentRow, payments } from './table.ts';

/** A payment with what it is for: the cart, or the order that came of it; neither once a cart was merged or deleted. */
export type LockedPayment = { payment: PaymentRow; cart: CartRow | undefined; order: OrderRow | undefined };

/**
 * Locks a payment and its cart or order until the transaction ends. The buyer is locked first, then cart and order, then the
 * payment, as everywhere, so that there is no deadlock: an order whose payment fails may be merged into the buyer's other cart.
 * The rules of delivery are locked before all of them: whoever reads them afterwards places an order by them.
 */
export async function lockPayment(tx: Transaction, id: string): Promise<LockedPayment> {
  const [known] = await tx
    .select({
      number: payments.orderId,
      userId: sql<number | null>`coalesce(${carts.userId}, ${orders.userId})`,
      shared: SHARE_RULES,
    })
    .from(payments)
    .leftJoin(carts, eq(carts.id, payments.orderId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, id));
  if (!known) throw new NotFound();
  if (known.userId !== null)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, known.userId)).for('no key update');
  const [cart] = await tx.select().from(carts).where(eq(carts.id, known.number)).for('update');
  const [order] = await tx.select().from(orders).where(eq(orders.id, known.number)).for('update');
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw new NotFound();
  return { payment, cart, order };
}
