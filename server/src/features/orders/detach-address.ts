import type { DetachAddress } from '#server/features/addresses/remove-address.ts';
import { changeCart } from './cart/change-cart.ts';
import { beingPaid, lockCartOf } from './cart/lock-cart.ts';
import { NO_WISHES } from './cart/wishes-at.ts';
import { lockAwaitingPayment } from './lock-order.ts';

/**
 * A cart that was to go to an address goes nowhere yet, without words about that door; an order being paid for keeps its address
 * until that is settled.
 */
export const detachAddress: DetachAddress = async (tx, { userId }, addressId) => {
  // Locked even if it goes elsewhere: nobody shall choose the address while it is removed.
  const cart = await lockCartOf(tx, userId);
  const awaiting = await lockAwaitingPayment(tx, userId);
  if (awaiting.some(({ shippingAddressId }) => shippingAddressId === addressId)) throw beingPaid();
  if (cart?.shippingAddressId === addressId) await changeCart(tx, cart, { shippingAddressId: null, ...NO_WISHES });
};
