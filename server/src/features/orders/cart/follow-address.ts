import type { MoveAddress } from '#server/features/addresses/change-address.ts';
import type { DropWishes } from '#server/features/addresses/forget-wishes.ts';
import type { DetachAddress } from '#server/features/addresses/remove-address.ts';
import { lockAwaitingPayment } from '../lock-order.ts';
import { beingPaid, changeCart, lockCartOf } from './change-cart.ts';
import { NO_WISHES } from './wishes-at.ts';

// What becomes of a cart when the address it goes to changes.

/**
 * A cart that goes to a changed address is another version, without words about another door; an order being paid for keeps its
 * address until that is settled.
 */
export const moveAddress: MoveAddress = async (tx, { userId }, addressId, isOtherDoor) => {
  const cart = await lockCartOf(tx, userId);
  const awaiting = await lockAwaitingPayment(tx, userId);
  if (awaiting.some(({ shippingAddressId }) => shippingAddressId === addressId)) throw beingPaid();
  if (cart?.shippingAddressId === addressId) await changeCart(tx, cart, isOtherDoor ? NO_WISHES : {});
};

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

/** A cart that goes to an address has the same words: left there, they would come back with the next wish. Orders keep theirs. */
export const dropWishes: DropWishes = async (tx, { userId }, addressId) => {
  const cart = await lockCartOf(tx, userId);
  if (cart?.shippingAddressId === addressId) await changeCart(tx, cart, NO_WISHES);
};
