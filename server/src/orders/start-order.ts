import type { Order, StartOrder } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { Transaction } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { Deps } from '../deps.ts';
import { NEXT_VERSION } from './change-cart.ts';
import { readOwnOrder } from './find-order.ts';
import { putItem } from './put-item.ts';
import { orders } from './table.ts';

/** Puts the bouquets into the cart, which is made if there is none: all of them, or none and no cart. */
export async function startOrder({ clock, db }: Deps, shopper: Shopper, { order_items }: StartOrder): Promise<Order> {
  return db.transaction(async (tx) => {
    // Someone whose account is being deleted in another tab gets no new cart.
    await lockUser(tx, shopper.userId);
    const cart = await takeOrMakeCart(tx, shopper, clock.now());
    for (const wanted of order_items) await putItem(tx, cart, wanted);
    return readOwnOrder(tx, shopper, cart.id);
  });
}

/** One statement, so that however many come at once there is one cart. A former cart that is being paid for is not it. */
async function takeOrMakeCart(tx: Transaction, { userId }: Shopper, createdAt: Date): Promise<{ id: number }> {
  const [cart] = await cartIn(tx).execute({ userId, createdAt });
  return cart as { id: number };
}

const cartIn = preparedFor((tx) =>
  tx
    .insert(orders)
    .values({ userId: sql.placeholder('userId'), createdAt: sql.placeholder('createdAt') })
    .onConflictDoUpdate({
      target: orders.userId,
      targetWhere: sql`status = 'P' and held_at is null and merged_into_order_id is null`,
      set: { version: NEXT_VERSION },
    })
    .returning({ id: orders.id })
    .prepare('take-or-make-cart'),
);
