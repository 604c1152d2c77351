import { products } from '../catalogue/table.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, sql } from '../database/drizzle.ts';
import { joinOtherCart } from './join-other-cart.ts';
import { orderItems, orders } from './table.ts';

/**
 * Freezes a cart while it is being paid for. Names and prices are stored, so that not even the catalogue changes it:
 * what is captured is what was approved. The order must be locked.
 */
export async function freezeCart(tx: Transaction, orderId: number, now: Date): Promise<void> {
  if (!(await setFrozenAt(tx, orderId, now))) return;
  await tx
    .update(orderItems)
    .set({
      pricePence: sql`${products.pricePence}`,
      name: sql`${products.name}`,
      picture: sql`${products.pictures} -> 0`,
    })
    .from(products)
    .where(and(eq(orderItems.orderId, orderId), eq(products.id, orderItems.productId), eq(products.status, 'on_sale')));
}

/**
 * Unfreezes a cart for which no money moved: it has the prices of the day again. If another cart was begun meanwhile,
 * the lines join that one. The user and the order must be locked.
 */
export async function unfreezeCart(tx: Transaction, orderId: number): Promise<void> {
  if (await joinOtherCart(tx, orderId)) return;
  if (!(await setFrozenAt(tx, orderId, null))) return;
  await tx
    .update(orderItems)
    .set({ pricePence: null, name: null, picture: null })
    .where(eq(orderItems.orderId, orderId));
}

/** False for an order that is completed, which stays as it is. */
async function setFrozenAt(tx: Transaction, orderId: number, frozenAt: Date | null): Promise<boolean> {
  const carts = await tx
    .update(orders)
    .set({ frozenAt })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'P')))
    .returning({ id: orders.id });
  return carts.length > 0;
}
