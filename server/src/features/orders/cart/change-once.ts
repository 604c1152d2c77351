import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, lt, sql } from '#server/platform/database/drizzle.ts';
import { idempotencyKeys, orderNumbers } from './table.ts';

/** Our pages stop retrying after an hour. */
const STORED_FOR_MS = 2 * 24 * 60 * 60 * 1000;
export const MOST_KEYS_PER_USER = 500;

/**
 * Makes a change, unless one was made with the same idempotency key before: then only reads the order that the change
 * went into. That order may be paid for by now, or awaiting payment: a late retry never changes the next cart.
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
      .select({ orderId: sql<number>`coalesce(${orderNumbers.mergedIntoId}, ${orderNumbers.id})` })
      .from(idempotencyKeys)
      .innerJoin(orderNumbers, eq(orderNumbers.id, idempotencyKeys.orderId))
      .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
    if (!used) throw error;
    return repeat(used.orderId);
  }
}

/**
 * Stores an idempotency key in the transaction of its change, so that both are done or neither; the cart must be
 * locked. Throws if the key was used already, which rolls the transaction back. A retry that comes meanwhile waits here
 * for it.
 */
export async function consumeKey(
  tx: Transaction,
  { userId }: Shopper,
  key: string,
  cart: { id: number },
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    with deleted as (
      delete from idempotency_keys where user_id = ${userId} and key in (
        select key from idempotency_keys where user_id = ${userId}
        order by created_at desc offset ${MOST_KEYS_PER_USER - 1} for update skip locked))
    insert into idempotency_keys (user_id, key, order_id, created_at) values (${userId}, ${key}, ${cart.id}, ${now})
    on conflict do nothing returning key`);
  if (rows.length === 0) throw new Conflict('This was done already.');
}

/** Deletes the keys that no page sends any more. */
export async function deleteOldKeys({ clock, db }: Deps): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(clock.now().getTime() - STORED_FOR_MS)));
}
