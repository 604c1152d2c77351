import { isDeepStrictEqual } from 'node:util';
import type { AddItem, StartOrder } from '#contract/cart.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { requireSession } from '#server/features/accounts/sessions/signed-in.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, sql } from '#server/platform/database/drizzle.ts';
import { findOrder, readOwnOrder } from '../history/find-order.ts';
import { toOrderItem } from '../history/to-order.ts';
import { findLine } from '../list-lines.ts';
import { lockCartForChange } from './change-cart.ts';
import { addInOneStatement, MOST_KEYS_PER_USER, startInOneStatement } from './put-in-one-statement.ts';
import { idempotencyKeys, orderNumbers } from './table.ts';
import { toExtraIds, upsertLine } from './upsert-line.ts';

/**
 * One more of a bouquet already in the cart lands on the same line, if size and extras are the same. A cart being paid for cannot change. With
 * an idempotency key that was used before it changes nothing, and returns the line that the bouquet went onto then. Refuses a session
 * that has ended.
 */
export async function addItem(
  deps: Deps,
  shopper: Shopper,
  orderId: number,
  wanted: AddItem,
  key?: string,
): Promise<OrderItem> {
  const added = await addInOneStatement(deps, shopper, orderId, wanted, key);
  return added ?? addInSteps(deps, shopper, orderId, wanted, key);
}

export async function addInSteps(
  deps: Deps,
  shopper: Shopper,
  orderId: number,
  wanted: AddItem,
  key: string | undefined,
): Promise<OrderItem> {
  await requireSession(deps, shopper);
  const { clock, db } = deps;
  const change = () =>
    db.transaction(async (tx) => {
      const cart = await lockCartForChange(tx, shopper, orderId);
      if (key) await consumeKey(tx, shopper, key, cart, clock.now());
      const itemId = await upsertLine(tx, cart, wanted);
      return toOrderItem(await findLine(tx, orderId, itemId));
    });
  return changeOnce(deps, shopper, key, change, async (usedFor) => {
    const { order_items } = await findOrder(deps, shopper, usedFor);
    const extraIds = toExtraIds(wanted.extras);
    const line = order_items.find(
      ({ product, size, extras }) =>
        product === wanted.product &&
        size === wanted.size &&
        isDeepStrictEqual(toExtraIds(extras.map(({ id }) => id)), extraIds),
    );
    if (!line) throw new NotFound();
    return line;
  });
}

/**
 * Puts the bouquets into the cart, which is made if there is none: all of them, or none and no cart. With an
 * idempotency key that was used before it changes nothing, and returns the order that the bouquets went into then. Refuses a session
 * that has ended.
 */
export async function startOrder(deps: Deps, shopper: Shopper, wanted: StartOrder, key?: string): Promise<Order> {
  const [only, ...others] = wanted.order_items;
  const started = only && others.length === 0 && (await startInOneStatement(deps, shopper, only, key));
  return started || startInSteps(deps, shopper, wanted, key);
}

export async function startInSteps(
  deps: Deps,
  shopper: Shopper,
  wanted: StartOrder,
  key: string | undefined,
): Promise<Order> {
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

/**
 * Makes a change, unless one was made with the same idempotency key before: then only reads the order that the change
 * went into. That order may be paid for by now, or awaiting payment: a late retry never changes the next cart.
 */
async function changeOnce<T>(
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
async function consumeKey(
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
