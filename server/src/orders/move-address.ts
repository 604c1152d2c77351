import type { MoveAddress } from '../addresses/change-address.ts';
import { changeCart } from './change-cart.ts';
import { lockPending, requireNotFrozen } from './lock-order.ts';

/** A cart that goes to an address is another version with it; one being paid for keeps its address until that is settled. */
export const moveAddress: MoveAddress = async (tx, { userId }, addressId) => {
  for (const pending of await lockPending(tx, userId)) {
    if (pending.shippingAddressId !== addressId) continue;
    requireNotFrozen(pending);
    await changeCart(tx, pending);
  }
};
