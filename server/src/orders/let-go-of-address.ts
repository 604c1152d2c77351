import type { LetGoOfAddress } from '../addresses/remove-address.ts';
import { and, eq } from '../database/drizzle.ts';
import { changeCart } from './change-cart.ts';
import { requireNotHeld } from './lock-order.ts';
import { orders } from './table.ts';

/** A cart that was to go to an address goes nowhere yet; one being paid for keeps its address until that is settled. */
export const letGoOfAddress: LetGoOfAddress = async (tx, { userId }, addressId) => {
  // Locked even if it goes elsewhere: nobody shall choose the address while it is removed.
  const [cart] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'P')))
    .for('update');
  if (cart?.shippingAddressId !== addressId) return;
  requireNotHeld(cart);
  await changeCart(tx, cart, { shippingAddressId: null });
};
