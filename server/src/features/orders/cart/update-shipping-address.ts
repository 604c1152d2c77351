import type { UpdateShippingAddress } from '#contract/cart.ts';
import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { rememberWishes } from '#server/features/addresses/remember-wishes.ts';
import { type AddressRow, addresses } from '#server/features/addresses/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { readOwnOrder } from '../history/find-order.ts';
import { changeCart, lockCart } from './change-cart.ts';
import { hasWishes, wishesAt } from './wishes-at.ts';

/**
 * Chooses where it goes, among one's own addresses, and brings the wishes that the address remembers. Choosing the same again
 * changes nothing.
 */
export async function updateShippingAddress(
  { db, delivery }: Deps,
  shopper: Shopper,
  orderId: number,
  { shipping_address }: UpdateShippingAddress,
): Promise<Order> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    const address = await requireOwnAddress(tx, shopper, shipping_address);
    if (shipping_address !== cart.shippingAddressId) {
      const wishes = wishesAt(cart, address);
      await changeCart(tx, cart, { shippingAddressId: shipping_address, ...wishes });
      if (address.nobodyIn === null && hasWishes(wishes)) await rememberWishes(tx, shipping_address, wishes);
    }
    return readOwnOrder(tx, shopper, orderId, delivery.terms());
  });
}

async function requireOwnAddress(tx: Transaction, { userId }: Shopper, id: number): Promise<AddressRow> {
  const [own] = await tx
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    .for('key share');
  if (!own) throw new Invalid({ shipping_address: ['This address is not in your list.'] });
  return own;
}
