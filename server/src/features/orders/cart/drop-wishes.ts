import type { DropWishes } from '#server/features/addresses/forget-wishes.ts';
import { changeCart } from './change-cart.ts';
import { lockCartOf } from './lock-cart.ts';
import { NO_WISHES } from './wishes-at.ts';

/** A cart that goes to an address has the same words: left there, they would come back with the next wish. Orders keep theirs. */
export const dropWishes: DropWishes = async (tx, { userId }, addressId) => {
  const cart = await lockCartOf(tx, userId);
  if (cart?.shippingAddressId === addressId) await changeCart(tx, cart, NO_WISHES);
};
