import type { Shopper } from '../accounts/access-token.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, lt, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { idempotencyKeys, orders } from './table.ts';

/** Browsers of ours give up repeating after an hour. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000;
const MOST_OF_ONE_PERSON = 500;

/**
 * Makes a change, unless one was made under the same key before: then only answers, by what is told of the order that the
 * change went into. That may be paid for by now, or being paid for: a press that comes late never reaches the next cart.
 */
export async function changeOnce<T>(
  { db }: Deps,
  { userId }: Shopper,
  key: string | undefined,
  change: () => Promise<T>,
  repeat: (orderId: number) => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!key || !(error instanceof Conflict)) throw error;
    const [used] = await db
      // What it went into may have joined another cart since.
      .select({ orderId: sql<number>`coalesce(${orders.mergedIntoOrderId}, ${orders.id})` })
      .from(idempotencyKeys)
      .innerJoin(orders, eq(orders.id, idempotencyKeys.orderId))
      .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
    if (!used) throw error;
    return repeat(used.orderId);
  }
}

/**
 * Uses a key up in the transaction of its change, so that both are done or neither; the cart must be locked. Throws if it is
 * used up already, which undoes what the transaction has done so far. Whoever repeats a change meanwhile waits here for it.
 */
export async function spendKey(
  tx: Transaction,
  { userId }: Shopper,
  key: string,
  cart: { id: number },
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    with forgotten as (
      delete from idempotency_keys where user_id = ${userId} and key in (
        select key from idempotency_keys where user_id = ${userId}
        order by created_at desc offset ${MOST_OF_ONE_PERSON - 1} for update skip locked))
    insert into idempotency_keys (user_id, key, order_id, created_at) values (${userId}, ${key}, ${cart.id}, ${now})
    on conflict do nothing returning key`);
  if (rows.length === 0) throw new Conflict('This was done already.');
}

/** Forgets the keys that nobody sends again. */
export async function deleteOldKeys({ clock, db }: Deps): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(clock.now().getTime() - KEPT_MS)));
}
