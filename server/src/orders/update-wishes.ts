import type { Order, UpdateWishes } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import type { Deps } from '../deps.ts';
import { changeCart } from './change-cart.ts';
import { readOwnOrder } from './find-order.ts';
import { lockCart } from './lock-cart.ts';

/** What the buyer wants done if a flower is missing, and what the driver should know. What is not sent stays. */
export async function updateWishes(
  { db, delivery }: Deps,
  shopper: Shopper,
  orderId: number,
  wishes: UpdateWishes,
): Promise<Order> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    const { driver_note: driverNote = cart.driverNote, swap_choice: swapChoice = cart.swapChoice } = wishes;
    if (driverNote !== cart.driverNote || swapChoice !== cart.swapChoice)
      await changeCart(tx, cart, { driverNote, swapChoice });
    return readOwnOrder(tx, shopper, orderId, delivery.terms());
  });
}
