import type { MoveAddress } from '#server/features/addresses/change-address.ts';
import { changeCart } from './cart/change-cart.ts';
import { beingPaid, lockCartOf } from './cart/lock-cart.ts';
import { NO_WISHES } from './cart/wishes-at.ts';
import { lockAwaitingPayment } from './lock-order.ts';

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
