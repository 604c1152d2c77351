import type { Order, StartOrder } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { Transaction } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { changeCart } from './change-cart.ts';
import { readOwnOrder } from './find-order.ts';
import { requireNotHeld } from './lock-order.ts';
import { putItem } from './put-item.ts';
import { type OrderRow, orders } from './table.ts';

/** Puts the bouquets into the cart, which is made if there is none: all of them, or none and no cart. */
export async function startOrder({ clock, db }: Deps, shopper: Shopper, { order_items }: StartOrder): Promise<Order> {
  return db.transaction(async (tx) => {
    // Someone whose account is being deleted in another tab gets no new cart.
    await lockUser(tx, shopper.userId);
    const cart = await lockOrMakeCart(tx, shopper, clock.now());
    requireNotHeld(cart);
    for (const wanted of order_items) await putItem(tx, cart, wanted);
    await changeCart(tx, cart);
    return readOwnOrder(tx, shopper, cart.id);
  });
}

/** One statement, so that however many come at once there is one cart; the update that changes nothing locks it. */
async function lockOrMakeCart(tx: Transaction, { userId }: Shopper, createdAt: Date): Promise<OrderRow> {
  const [cart] = await tx
    .insert(orders)
    .values({ userId, createdAt })
    .onConflictDoUpdate({
      target: orders.userId,
      targetWhere: sql`status = 'P'`,
      set: { version: sql`${orders.version}` },
    })
    .returning();
  return cart as OrderRow;
}
