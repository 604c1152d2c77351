import type { Order, StartOrder } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { Transaction } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { Deps } from '../deps.ts';
import { NEXT_VERSION } from './change-cart.ts';
import { changeOnce, consumeKey } from './change-once.ts';
import { findOrder, readOwnOrder } from './find-order.ts';
import { orders } from './table.ts';
import { upsertLine } from './upsert-line.ts';

/**
 * Puts the bouquets into the cart, which is made if there is none: all of them, or none and no cart. With an
 * idempotency key that was used before it changes nothing, and returns the order that the bouquets went into then.
 */
export async function startOrder(deps: Deps, shopper: Shopper, wanted: StartOrder, key?: string): Promise<Order> {
  const change = () => putIntoCart(deps, shopper, wanted, key);
  return changeOnce(deps, shopper, key, change, (orderId) => findOrder(deps, shopper, orderId));
}

async function putIntoCart({ clock, db }: Deps, shopper: Shopper, { order_items }: StartOrder, key?: string) {
  return db.transaction(async (tx) => {
    // An account that is being deleted in another tab gets no new cart.
    await lockUser(tx, shopper.userId);
    const cart = await lockOrMakeCart(tx, shopper, clock.now());
    if (key) await consumeKey(tx, shopper, key, cart, clock.now());
    for (const wanted of order_items) await upsertLine(tx, cart, wanted);
    return readOwnOrder(tx, shopper, cart.id);
  });
}

/** One statement, so that concurrent requests make one cart. A former cart that is being paid for does not count. */
async function lockOrMakeCart(tx: Transaction, { userId }: Shopper, createdAt: Date): Promise<{ id: number }> {
  const [cart] = await cartStatement(tx).execute({ userId, createdAt });
  // The insert or its update returns one row.
  return cart as { id: number };
}

const cartStatement = preparedFor((tx) =>
  tx
    .insert(orders)
    .values({ userId: sql.placeholder('userId'), createdAt: sql.placeholder('createdAt') })
    .onConflictDoUpdate({
      target: orders.userId,
      targetWhere: sql`status = 'P' and held_at is null and merged_into_order_id is null`,
      set: { version: NEXT_VERSION },
    })
    .returning({ id: orders.id })
    .prepare('lock-or-make-cart'),
);
