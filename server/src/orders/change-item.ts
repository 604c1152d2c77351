import type { ChangeItem, OrderItem } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import { changeCart } from './change-cart.ts';
import { findLine } from './find-line.ts';
import { lockCart } from './lock-cart.ts';
import { cartItems } from './table.ts';
import { toOrderItem } from './to-order.ts';
import { UNAVAILABLE } from './upsert-line.ts';

type Item = { orderId: number; itemId: number };

/** Sets the quantity of a line. That of a bouquet which cannot be bought now cannot be changed. */
export async function changeItem(
  { db }: Deps,
  shopper: Shopper,
  { orderId, itemId }: Item,
  { product, quantity }: ChangeItem,
): Promise<OrderItem> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    const line = await findLine(tx, orderId, itemId);
    if (product !== undefined && product !== line.productId) {
      throw new Invalid({ product: ['This line is for another bouquet.'] });
    }
    if (quantity === line.quantity) return toOrderItem(line);
    if (line.availability !== 'on_sale') throw new Invalid({ quantity: [UNAVAILABLE[line.availability](line.name)] });
    await tx.update(cartItems).set({ quantity }).where(eq(cartItems.id, itemId));
    await changeCart(tx, cart);
    return toOrderItem({ ...line, quantity });
  });
}
