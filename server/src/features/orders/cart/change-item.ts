import { isDeepStrictEqual } from 'node:util';
import type { ChangeItem } from '#contract/cart.ts';
import { MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import { nameInSize } from '#contract/line-words.ts';
import type { OrderItem } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid, NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, ne, sql } from '#server/platform/database/drizzle.ts';
import { toOrderItem } from '../history/to-order.ts';
import { findLine, type Line } from '../list-lines.ts';
import { changeCart, lockCart, lockCartForChange } from './change-cart.ts';
import { cartItems } from './table.ts';
import { requireExtras, sayTooMany, toExtraIds, UNAVAILABLE } from './upsert-line.ts';

type Item = { orderId: number; itemId: number };

/**
 * Sets the quantity of a line, and what goes with it. What cannot be bought now cannot be added to: extras can only be taken off.
 * A line that becomes the same as another takes it in.
 */
export async function changeItem(
  { db }: Deps,
  shopper: Shopper,
  { orderId, itemId }: Item,
  { product, quantity, extras: wanted }: ChangeItem,
): Promise<OrderItem> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    const line = await findLine(tx, orderId, itemId);
    if (product !== undefined && product !== line.productId) {
      throw new Invalid({ product: ['This line is for another bouquet.'] });
    }
    const present = toExtraIds(line.extras.map(({ id }) => id));
    const extras = wanted ? toExtraIds(wanted) : present;
    const hasSameExtras = isDeepStrictEqual(extras, present);
    if (quantity === line.quantity && hasSameExtras) return toOrderItem(line);
    const added = extras.filter((id) => !present.includes(id));
    const isOnlyLess = quantity === line.quantity && added.length === 0;
    if (line.availability !== 'on_sale' && !isOnlyLess) {
      throw new Invalid({ quantity: [UNAVAILABLE[line.availability](nameInSize(line))] });
    }
    if (added.length > 0) await requireExtras(tx, added, line.productId);
    const total = quantity + (hasSameExtras ? 0 : await takeInSame(tx, line, extras));
    if (total > MAX_UNITS_PER_LINE) throw new Invalid({ quantity: [sayTooMany(line.name)] });
    await tx.update(cartItems).set({ quantity: total, extras }).where(eq(cartItems.id, itemId));
    await changeCart(tx, cart);
    return toOrderItem(hasSameExtras ? { ...line, quantity } : await findLine(tx, orderId, itemId));
  });
}

/** Deletes the other line of the cart with this bouquet, size and these extras, and returns how many were on it. */
async function takeInSame(tx: Transaction, { id, orderId, productId, size }: Line, extras: number[]): Promise<number> {
  const [same] = await tx
    .delete(cartItems)
    .where(
      and(
        eq(cartItems.cartId, orderId),
        eq(cartItems.productId, productId),
        eq(cartItems.size, size),
        sql`${cartItems.extras} = ${sql.param(extras)}::integer[]`,
        ne(cartItems.id, id),
      ),
    )
    .returning({ quantity: cartItems.quantity });
  return same?.quantity ?? 0;
}

/** Removes a line. The cart stays, even empty. */
export async function removeItem({ db }: Deps, shopper: Shopper, { orderId, itemId }: Item): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCartForChange(tx, shopper, orderId);
    const removed = await tx
      .delete(cartItems)
      .where(and(eq(cartItems.id, itemId), eq(cartItems.cartId, orderId)))
      .returning({ id: cartItems.id });
    if (removed.length === 0) throw new NotFound();
  });
}
