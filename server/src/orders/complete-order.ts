import { countSold } from '../catalogue/count-sold.ts';
import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { Conflict } from '../errors.ts';
import type { CartForPayment } from './read-cart.ts';
import { type OrderRow, orderItems, orders } from './table.ts';

type Completion = { completedAt: Date; deliveryDate: string };

/**
 * Completes an order that is paid for: items, prices, buyer, address and day are stored for good, and the bouquets
 * count as sold. The order must be locked, and the cart read from it since.
 */
export async function completeOrder(
  tx: Transaction,
  order: OrderRow,
  cart: CartForPayment,
  { completedAt, deliveryDate }: Completion,
): Promise<void> {
  if (order.status === 'C') throw new Conflict('This order is completed.');
  if (cart.orderId !== order.id || cart.version !== order.version)
    throw new Error('The cart is not that of the order.');
  await freezeItems(tx, order.id, cart.items);
  await tx
    .update(orders)
    .set({
      status: 'C',
      completedAt,
      frozenAt: null,
      deliveryDate,
      text: cart.text,
      buyer: cart.buyer.name,
      address: cart.address,
      totalPence: cart.totalPence,
      deliveryFeePence: cart.deliveryFeePence,
    })
    .where(eq(orders.id, order.id));
  await countSold(tx, cart.items);
}

async function freezeItems(tx: Transaction, orderId: number, items: CartForPayment['items']): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update ${orderItems} set price_pence = paid."pricePence", name = paid.name, picture = paid.picture
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as paid("productId" integer, "pricePence" integer, name text, picture jsonb)
    where ${orderItems.orderId} = ${orderId} and ${orderItems.productId} = paid."productId"`);
  if (rowCount !== items.length) throw new Error('The cart is not that of the order.');
}
