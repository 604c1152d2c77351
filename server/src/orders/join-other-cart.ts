import { MAX_LINES_PER_ORDER, MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, isNull, ne, sql } from '../database/drizzle.ts';
import { changeCart, NEXT_VERSION } from './change-cart.ts';
import { type OrderRow, orderItems, orders } from './table.ts';

/**
 * Moves the lines of an order into the cart that was begun while it was being paid for, up to the limits of a cart;
 * note, address and day come along where the cart has none. False if there is no such cart. The order stays, because
 * payments refer to it, and gets a new version, so that money which turns up late for it is refunded.
 */
export async function joinOtherCart(tx: Transaction, orderId: number): Promise<boolean> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (order?.status !== 'P' || order.frozenAt === null || order.userId === null) return false;
  const [cart] = await tx.select().from(orders).where(isOtherCart(order.userId, orderId)).for('update');
  if (!cart) return false;
  await moveLines(tx, orderId, cart.id);
  await changeCart(tx, cart, {
    text: cart.text || order.text,
    shippingAddressId: cart.shippingAddressId ?? order.shippingAddressId,
    deliveryDate: cart.deliveryDate ?? order.deliveryDate,
  });
  await tx
    .update(orders)
    .set({ frozenAt: null, mergedIntoOrderId: cart.id, version: NEXT_VERSION })
    .where(eq(orders.id, orderId));
  // Orders that were merged into this one earlier point to the cart directly, so that it is found in one step.
  await tx.update(orders).set({ mergedIntoOrderId: cart.id }).where(eq(orders.mergedIntoOrderId, orderId));
  return true;
}

const isOtherCart = (userId: number, orderId: OrderRow['id']) =>
  and(
    eq(orders.userId, userId),
    sql`${orders.status} = 'P'`,
    isNull(orders.frozenAt),
    isNull(orders.mergedIntoOrderId),
    ne(orders.id, orderId),
  );

async function moveLines(tx: Transaction, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    update order_items as there set quantity = least(there.quantity + here.quantity, ${MAX_UNITS_PER_LINE}::integer)
    from order_items as here
    where there.order_id = ${to} and here.order_id = ${from} and here.product_id = there.product_id`);
  await tx.execute(sql`
    insert into order_items (order_id, product_id, quantity, added_price_pence)
    select ${to}, here.product_id, here.quantity, here.added_price_pence from order_items as here
    where here.order_id = ${from}
      and not exists (select from order_items as there where there.order_id = ${to} and there.product_id = here.product_id)
    order by here.id
    limit greatest(0, ${MAX_LINES_PER_ORDER}::integer - (select count(*) from order_items where order_id = ${to}))`);
  await tx.delete(orderItems).where(eq(orderItems.orderId, from));
}
