import type { Order, UpdateShippingAddress } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { addresses } from '../addresses/table.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import { changeCart } from './change-cart.ts';
import { readOwnOrder } from './find-order.ts';
import { lockCart } from './lock-cart.ts';

/** Chooses where it goes, among one's own addresses. Choosing the same again changes nothing. */
export async function updateShippingAddress(
  { db, delivery }: Deps,
  shopper: Shopper,
  orderId: number,
  { shipping_address }: UpdateShippingAddress,
): Promise<Order> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    await requireOwnAddress(tx, shopper, shipping_address);
    if (shipping_address !== cart.shippingAddressId) {
      await changeCart(tx, cart, { shippingAddressId: shipping_address });
    }
    return readOwnOrder(tx, shopper, orderId, delivery.terms());
  });
}

async function requireOwnAddress(tx: Transaction, { userId }: Shopper, id: number): Promise<void> {
  const [own] = await tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    .for('key share');
  if (!own) throw new Invalid({ shipping_address: ['This address is not in your list.'] });
}
