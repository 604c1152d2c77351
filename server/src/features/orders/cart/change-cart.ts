import { Conflict, NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { findOwnNumber } from '../find-number.ts';
import { orders } from '../table.ts';
import { type CartRow, carts } from './table.ts';

type Change = Partial<
  Pick<
    CartRow,
    'text' | 'shippingAddressId' | 'deliveryDate' | 'promoCodeId' | 'driverNote' | 'swapChoice' | 'nobodyIn'
  >
>;

/** Every change moves it on: a payment for an earlier version is a payment for something else. */
export const NEXT_VERSION = sql`${carts.version} + 1`;

const isOwn = and(eq(carts.id, sql.placeholder('cartId')), eq(carts.userId, sql.placeholder('userId')));

/** One's own cart, locked until the transaction ends. What is paid for, or being paid for, is no cart any more. */
export async function lockCart(
  tx: Transaction,
  { userId }: Shopper,
  cartId: number,
  completed = 'This order is completed.',
): Promise<CartRow> {
  const [cart] = await ownCartStatement(tx).execute({ cartId, userId });
  if (cart) return cart;
  // Waits for a payment that is just being recorded: it may make the order a cart again.
  const isOwnOrder = and(eq(orders.id, cartId), eq(orders.userId, userId));
  const [order] = await tx.select({ status: orders.status }).from(orders).where(isOwnOrder).for('share');
  if (order) throw order.status === 'C' ? new Conflict(completed) : beingPaid();
  const [returned] = await ownCartStatement(tx).execute({ cartId, userId });
  if (returned) return returned;
  if ((await findOwnNumber(tx, userId, cartId))?.is === 'merged')
    throw new Conflict('Your cart has changed. Please look at it again.');
  throw new NotFound();
}

const ownCartStatement = preparedFor((tx) =>
  tx.select().from(carts).where(isOwn).for('update').prepare('lock-own-cart'),
);

/** The same for a change that is sure to come: the version moves on in the same statement. */
export async function lockCartForChange(tx: Transaction, shopper: Shopper, cartId: number): Promise<{ id: number }> {
  const [cart] = await changedCartStatement(tx).execute({ cartId, userId: shopper.userId });
  if (cart) return cart;
  // This says why not, unless the reason has passed since.
  const now = await lockCart(tx, shopper, cartId);
  await changeCart(tx, now);
  return now;
}

const changedCartStatement = preparedFor((tx) =>
  tx
    .update(carts)
    .set({ version: NEXT_VERSION })
    .where(isOwn)
    .returning({ id: carts.id })
    .prepare('lock-cart-for-change'),
);

/** The cart of a person, if there is one. The person must be locked, or a cart may appear. */
export async function lockCartOf(tx: Transaction, userId: number): Promise<CartRow | undefined> {
  const [cart] = await tx.select().from(carts).where(eq(carts.userId, userId)).for('update');
  return cart;
}

export const beingPaid = () => new Conflict('Your payment is being confirmed.');

/** Writes a change, and that it is another version. */
export async function changeCart(tx: Transaction, { id }: Pick<CartRow, 'id'>, change: Change = {}): Promise<void> {
  await tx
    .update(carts)
    .set({ ...change, version: NEXT_VERSION })
    .where(eq(carts.id, id));
}
