import { users } from '../accounts/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
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
  const locking = lockingStatements(tx);
  const [known] = await locking.known.execute({ id });
  if (!known) throw new NotFound();
  const { number, userId } = known;
  if (userId !== null) await locking.buyer.execute({ userId });
  const [cart] = await locking.cart.execute({ number });
  const [order] = await locking.order.execute({ number });
  const [payment] = await locking.payment.execute({ id });
  if (!payment) throw new NotFound();
  return { payment, cart, order };
}

const [ID, NUMBER, USER_ID] = [sql.placeholder('id'), sql.placeholder('number'), sql.placeholder('userId')];

const lockingStatements = preparedFor((tx) => ({
  known: tx
    .select({
      number: payments.orderId,
      userId: sql<number | null>`coalesce(${carts.userId}, ${orders.userId})`,
      shared: SHARE_RULES,
    })
    .from(payments)
    .leftJoin(carts, eq(carts.id, payments.orderId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, ID))
    .prepare('find-payment-to-lock'),
  buyer: tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, USER_ID))
    .for('no key update')
    .prepare('lock-buyer-of-payment'),
  cart: tx.select().from(carts).where(eq(carts.id, NUMBER)).for('update').prepare('lock-cart-of-payment'),
  order: tx.select().from(orders).where(eq(orders.id, NUMBER)).for('update').prepare('lock-order-of-payment'),
  payment: tx.select().from(payments).where(eq(payments.id, ID)).for('update').prepare('lock-payment'),
}));
