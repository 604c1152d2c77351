import type { DetachAddress } from '../addresses/remove-address.ts';
import { changeCart } from './change-cart.ts';
import { lockPending, requireNotFrozen } from './lock-order.ts';

/** Takes an address out of the cart before it is removed. Refuses while a payment for the cart is being confirmed. */
export const detachAddress: DetachAddress = async (tx, { userId }, addressId) => {
  // Carts with another address are locked too: no request may choose this one while it is removed.
  for (const pending of await lockPending(tx, userId)) {
    if (pending.shippingAddressId !== addressId) continue;
    requireNotFrozen(pending);
    await changeCart(tx, pending, { shippingAddressId: null });
  }
};
