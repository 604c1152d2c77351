import type { UpdateWishes } from '#contract/cart.ts';
import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { rememberWishes } from '#server/features/addresses/remember-wishes.ts';
import { readOwnOrder } from '../history/find-order.ts';
import { changeCart, lockCart } from './change-cart.ts';
import type { CartRow } from './table.ts';

/**
 * What the buyer wants done if a flower is missing or nobody is in, and what the driver should know. What is not sent stays. The
 * address remembers it.
 */
export async function updateWishes(
  { db, delivery }: Deps,
  shopper: Shopper,
  orderId: number,
  wishes: UpdateWishes,
): Promise<Order> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    const wanted = withWishes(cart, wishes);
    if (!isSame(cart, wanted)) await changeCart(tx, cart, wanted);
    if (cart.shippingAddressId !== null) await rememberWishes(tx, cart.shippingAddressId, wanted);
    return readOwnOrder(tx, shopper, orderId, delivery.terms());
  });
}

const withWishes = (cart: CartRow, { driver_note, swap_choice, nobody_in }: UpdateWishes) => ({
  driverNote: driver_note ?? cart.driverNote,
  swapChoice: swap_choice ?? cart.swapChoice,
  nobodyIn: nobody_in ?? cart.nobodyIn,
});

const isSame = (cart: CartRow, { driverNote, swapChoice, nobodyIn }: ReturnType<typeof withWishes>): boolean =>
  driverNote === cart.driverNote && swapChoice === cart.swapChoice && nobodyIn === cart.nobodyIn;
