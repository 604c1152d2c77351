import type { DetachAddress } from '../addresses/remove-address.ts';
import { changeCart } from './change-cart.ts';
import { lockPending, requireNotFrozen } from './lock-order.ts';

/** A cart that was to go to an address goes nowhere yet; one being paid for keeps its address until that is settled. */
export const detachAddress: DetachAddress = async (tx, { userId }, addressId) => {
  // Locked even if it goes elsewhere: nobody shall choose the address while it is removed.
  for (const pending of await lockPending(tx, userId)) {
    if (pending.shippingAddressId !== addressId) continue;
    requireNotFrozen(pending);
    await changeCart(tx, pending, { shippingAddressId: null });
  }
};
