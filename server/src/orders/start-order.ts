import type { Order, StartOrder } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { Transaction } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { Deps } from '../deps.ts';
import { NEXT_VERSION } from './change-cart.ts';
import { changeOnce, spendKey } from './change-once.ts';
import { findOrder, readOwnOrder } from './find-order.ts';
import { orders } from './table.ts';
import { upsertLine } from './upsert-line.ts';

/**
 * Puts the bouquets into the cart, which is made if there is none: all of them, or none and no cart. With a key that was
 * used before it changes nothing, and answers with the order that the bouquets went into then.
 */
export async function startOrder(deps: Deps, shopper: Shopper, wanted: StartOrder, key?: string): Promise<Order> {
  const change = () => putIntoCart(deps, shopper, wanted, key);
  return changeOnce(deps, shopper, key, change, (orderId) => findOrder(deps, shopper, orderId));
}

async function putIntoCart({ clock, db }: Deps, shopper: Shopper, { order_items }: StartOrder, key?: string) {
  return db.transaction(async (tx) => {
    // Someone whose account is being deleted in another tab gets no new cart.
    await lockUser(tx, shopper.userId);
    const cart = await takeOrMakeCart(tx, shopper, clock.now());
    if (key) await spendKey(tx, shopper, key, cart, clock.now());
    for (const wanted of order_items) await upsertLine(tx, cart, wanted);
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
