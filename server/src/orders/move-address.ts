import type { MoveAddress } from '../addresses/change-address.ts';
import { changeCart } from './change-cart.ts';
import { lockPending, requireNotFrozen } from './lock-order.ts';

/**
 * A changed address makes a new version of the cart that goes there. Refuses while a payment for it is being confirmed.
 */
export const moveAddress: MoveAddress = async (tx, { userId }, addressId) => {
  for (const pending of await lockPending(tx, userId)) {
    if (pending.shippingAddressId !== addressId) continue;
    requireNotFrozen(pending);
    await changeCart(tx, pending);
  }
};
