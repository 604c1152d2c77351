import type { Shopper } from '../accounts/access-token.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, isNull, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import { Conflict, NotFound } from '../errors.ts';
import { changeCart, NEXT_VERSION } from './change-cart.ts';
import { type OrderRow, orders } from './table.ts';

// To avoid deadlocks, every transaction that locks several rows locks them in this order: the user, then the user's sessions and
// keys, the order (several only if their user is locked), its payment, the address, the bouquets by id. Counters of attempts
// (throttles) are locked by key, in a statement of their own before any of these.

/** An order, locked until the transaction ends. */
export async function lockOrder(tx: Transaction, orderId: number): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw new NotFound();
  return order;
}

/** The same for an order of one's own; another's is not found. */
export async function lockOwnOrder(tx: Transaction, { userId }: Shopper, orderId: number): Promise<OrderRow> {
  const [order] = await lockStatement(tx).execute({ orderId, userId });
  if (!order) throw new NotFound();
  return order;
}

const isOwn = and(eq(orders.id, sql.placeholder('orderId')), eq(orders.userId, sql.placeholder('userId')));

const lockStatement = preparedFor((tx) =>
  tx.select().from(orders).where(isOwn).for('update').prepare('lock-own-order'),
);

/** Everything of someone's that is not completed: the cart, and what is being paid for. The user must be locked. */
export async function lockPending(tx: Transaction, userId: number): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'P')))
    .orderBy(orders.id)
    .for('update');
}

/** One's own cart, to be changed: neither completed nor being paid for. */
export async function lockCart(tx: Transaction, shopper: Shopper, orderId: number): Promise<OrderRow> {
  const order = await lockOwnOrder(tx, shopper, orderId);
  if (order.status === 'C') throw new Conflict('This order is completed.');
  requireNotFrozen(order);
  if (order.mergedIntoOrderId !== null) throw new Conflict('Your cart has changed. Please look at it again.');
  return order;
}

/** The same for a change that is certain: the new version is written at once, in one statement. */
export async function lockCartForChange(tx: Transaction, shopper: Shopper, orderId: number): Promise<{ id: number }> {
  const [locked] = await versionStatement(tx).execute({ orderId, userId: shopper.userId });
  if (locked) return locked;
  // Throws the reason, unless it ceased to apply a moment ago.
  const cart = await lockCart(tx, shopper, orderId);
  await changeCart(tx, cart);
  return cart;
}

const versionStatement = preparedFor((tx) =>
  tx
    .update(orders)
    .set({ version: NEXT_VERSION })
    .where(and(isOwn, eq(orders.status, 'P'), isNull(orders.frozenAt), isNull(orders.mergedIntoOrderId)))
    .returning({ id: orders.id })
    .prepare('lock-cart-for-change'),
);

/** A cart is frozen while its payment is being confirmed. */
export function requireNotFrozen({ frozenAt }: OrderRow): void {
  if (frozenAt) throw beingPaid();
}

const beingPaid = () => new Conflict('Your payment is being confirmed.');
