import type { UpdateText } from '#contract/cart.ts';
import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { readOwnOrder } from '../history/find-order.ts';
import { changeCart, lockCart } from './change-cart.ts';

/** Writes the gift note, which is printed and travels with the flowers. */
export async function updateText(
  { db, delivery }: Deps,
  shopper: Shopper,
  orderId: number,
  { text }: UpdateText,
): Promise<Order> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    if (text !== cart.text) await changeCart(tx, cart, { text });
    return readOwnOrder(tx, shopper, orderId, delivery.terms());
  });
}
