import type { StartOrder } from '#contract/cart.ts';
import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { requireSession } from '#server/features/accounts/sessions/signed-in.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { findOrder, readOwnOrder } from '../history/find-order.ts';
import { changeOnce, consumeKey } from './change-once.ts';
import { startInOneStatement } from './put-in-one-statement.ts';
import { upsertLine } from './upsert-line.ts';

/**
 * Puts the bouquets into the cart, which is made if there is none: all of them, or none and no cart. With an
 * idempotency key that was used before it changes nothing, and returns the order that the bouquets went into then. Refuses a session
 * that has ended.
 */
export async function startOrder(deps: Deps, shopper: Shopper, wanted: StartOrder, key?: string): Promise<Order> {
  const [only, ...others] = wanted.order_items;
  const started = only && others.length === 0 && (await startInOneStatement(deps, shopper, only, key));
  if (started) return started;
  await requireSession(deps, shopper);
  const change = () => putIntoCart(deps, shopper, wanted, key);
  return changeOnce(deps, shopper, key, change, (orderId) => findOrder(deps, shopper, orderId));
}

async function putIntoCart({ clock, db, delivery }: Deps, shopper: Shopper, { order_items }: StartOrder, key?: string) {
  return db.transaction(async (tx) => {
    // An account that is being deleted in another tab gets no new cart.
    await lockUser(tx, shopper.userId);
    const cart = await lockOrMakeCart(tx, shopper, clock.now());
    if (key) await consumeKey(tx, shopper, key, cart, clock.now());
    for (const wanted of order_items) await upsertLine(tx, cart, wanted);
    return readOwnOrder(tx, shopper, cart.id, delivery.terms());
  });
}

/** The cart, at its next version, or a new one with the next number. The lock of the person keeps a second one from being made. */
async function lockOrMakeCart(tx: Transaction, { userId }: Shopper, createdAt: Date): Promise<{ id: number }> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with known as (update carts set version = version + 1 where user_id = ${userId} returning id),
    number as (
      insert into order_numbers (merged_into_id) select null where not exists (select from known) returning id),
    made as (insert into carts (id, user_id, created_at) select id, ${userId}, ${createdAt} from number returning id)
    select id from known union all select id from made`);
  return rows[0] as { id: number };
}
