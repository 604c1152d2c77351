import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Purchase } from './read-purchase.ts';
import { recordEvent } from './record-event.ts';
import { type CartRow, carts, type OrderRow, orderItems, orderSums, orders } from './table.ts';

/**
 * A cart becomes an order that awaits its payment, under the same number: lines, names, prices, sums and address are copied,
 * so that what is captured is what was approved, and the person can fill another cart meanwhile. The person and the cart must
 * be locked, the purchase read from the cart since, and a place taken on its day.
 */
export async function placeOrder(tx: Transaction, cart: CartRow, purchase: Purchase, at: Date): Promise<OrderRow> {
  if (purchase.orderId !== cart.id || purchase.version !== cart.version)
    throw new Error('The purchase is not that of the cart.');
  const { id, userId, version, text, shippingAddressId, promoCodeId, createdAt } = cart;
  const [order] = await tx
    .insert(orders)
    .values({
      ...{ id, userId, version, text, shippingAddressId, promoCodeId, createdAt },
      deliveryDate: purchase.day,
      dayChosen: cart.deliveryDate !== null,
      stage: 'awaiting payment',
      buyer: purchase.buyer.name,
      address: purchase.address,
    })
    .returning();
  await tx.insert(orderItems).values(
    purchase.items.map(({ id, productId, quantity, addedPricePence, pricePence, name, picture }) => ({
      ...{ id, productId, quantity, addedPricePence, pricePence, name, picture },
      orderId: cart.id,
    })),
  );
  await tx.insert(orderSums).values(purchase.sums.map((sum) => ({ ...sum, orderId: cart.id })));
  await recordEvent(tx, cart.id, { at, who: 'buyer', what: 'placed', after: 'awaiting payment' });
  // Its lines go with it.
  await tx.delete(carts).where(eq(carts.id, cart.id));
  return order as OrderRow;
}
