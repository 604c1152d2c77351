import { type ListOrders, type Order, OrderStatus } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { users } from '#server/features/accounts/table.ts';
import { addresses } from '#server/features/addresses/table.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import { promoCodes } from '#server/features/promotions/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, type Placeholder, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { carts } from '../cart/table.ts';
import { toPricedCart, WHOLE_CART } from '../cart/whole-cart.ts';
import { LINES_OF_ORDER } from '../list-lines.ts';
import { SUMS_OF_ORDER } from '../list-sums.ts';
import { hideHeld } from '../paid/held-dispatch.ts';
import { REFUNDS_OF_ORDER } from '../paid/refunds-of-order.ts';
import { orders } from '../table.ts';
import { toOrder } from './to-order.ts';

const ALL = OrderStatus.options;

/**
 * One's orders, the newest first; all of them unless a limit is asked for. The cart comes first, then what is being paid for,
 * then what was paid for, by when that was.
 */
export async function listOrders(deps: Deps, shopper: Shopper, query: ListOrders): Promise<Order[]> {
  const now = deps.clock.now();
  return (await listAll(deps, shopper, query)).map((order) => hideHeld(order, now));
}

async function listAll({ db, delivery }: Deps, { userId }: Shopper, query: ListOrders): Promise<Order[]> {
  const { status = ALL, limit = Number.POSITIVE_INFINITY, before } = query;
  const isPending = status.includes('P') || status.includes('W');
  const pending = isPending || before !== undefined ? await listPending(db, userId, delivery.terms()) : [];
  const last = pending.findIndex(({ id }) => id === before);
  const isAmongPaid = before !== undefined && last < 0;
  const after = isAmongPaid ? [] : pending.slice(last + 1);
  const found = after.filter((order) => status.includes(order.status)).slice(0, limit);
  const cancelled = (['C', 'X'] as const).filter((one) => status.includes(one)).map((one) => one === 'X');
  if (cancelled.length === 0 || found.length >= limit) return found;
  const from = isAmongPaid ? before : undefined;
  return [...found, ...(await listPaid(db, { userId, cancelled }, limit - found.length, from))];
}

/** Whose, and whether what was cancelled is among them, or all there is. */
type Paid = { userId: number; cancelled: boolean[] };

async function listPaid(db: Database, paid: Paid, limit: number, before: number | undefined): Promise<Order[]> {
  if (before !== undefined) {
    const isPaid = isPaidBy(paid.userId, sql`${sql.param(paid.cancelled)}`);
    return readOrders(db, and(isPaid, isOlderThan(before)), limit);
  }
  // Where the limit is null there is none.
  const most = limit === Number.POSITIVE_INFINITY ? null : limit;
  return (await paidStatement(db).execute({ ...paid, most })).map(toOrder);
}

const isPaidBy = (userId: number | Placeholder, cancelled: SQL | Placeholder) =>
  and(
    eq(orders.userId, userId),
    eq(orders.status, 'C'),
    sql`(${orders.stage} = 'cancelled') = any(${cancelled}::boolean[])`,
  );

/** The cart and what is being paid for: a few at most. Every page asks for them. */
export async function listPending(db: Database | Transaction, userId: number, terms: DeliveryTerms): Promise<Order[]> {
  const [cart] = await cartStatement(db).execute({ userId });
  const awaiting = cart && !cart.isAwaited ? [] : await awaitingStatement(db).execute({ userId });
  return [...(cart ? [await toPricedCart(db, cart, terms)] : []), ...awaiting.map(toOrder)];
}

const NEWEST_FIRST = [desc(orders.completedAt), desc(orders.id)];

const isOlderThan = (id: number) =>
  sql`(${orders.completedAt}, ${orders.id}) < (select completed_at, id from orders as last
    where last.id = ${id} and last.user_id = ${orders.userId})`;

/** Every order that fits, the newest first, in one statement. */
export async function readOrders(db: Database | Transaction, where: SQL | undefined, limit?: number): Promise<Order[]> {
  const found = selectOrders(db)
    .where(where)
    .orderBy(...NEWEST_FIRST);
  return (await (limit === undefined || limit === Number.POSITIVE_INFINITY ? found : found.limit(limit))).map(toOrder);
}

/** One cart or order of one's own, if it is. What is being changed is most likely a cart. */
export async function readOwn(
  db: Database | Transaction,
  shopper: Shopper,
  id: number,
  terms: DeliveryTerms,
): Promise<Order[]> {
  const cart = await readOwnCart(db, shopper, id, terms);
  return cart.length > 0 ? cart : readOwnAgreed(db, shopper, id);
}

/**
 * The same where it is no cart, as far as is known. A cart may become an order between the statements, so the orders are looked
 * at again before it is missing.
 */
export async function readOwnAgreedFirst(
  db: Database | Transaction,
  shopper: Shopper,
  id: number,
  terms: DeliveryTerms,
): Promise<Order[]> {
  const agreed = await readOwnAgreed(db, shopper, id);
  return agreed.length > 0 ? agreed : readOwn(db, shopper, id, terms);
}

async function readOwnCart(db: Database | Transaction, { userId }: Shopper, id: number, terms: DeliveryTerms) {
  const [cart] = await ownCartStatement(db).execute({ id, userId });
  return cart ? [await toPricedCart(db, cart, terms)] : [];
}

const readOwnAgreed = async (db: Database | Transaction, { userId }: Shopper, id: number): Promise<Order[]> =>
  (await ownOrderStatement(db).execute({ id, userId })).map(toOrder);

/** What is shown, and no more: each column costs time in PostgreSQL, on the way and here. */
const ORDER = {
  id: orders.id,
  buyer: orders.buyer,
  stage: orders.stage,
  text: orders.text,
  driverNote: orders.driverNote,
  swapChoice: orders.swapChoice,
  nobodyIn: orders.nobodyIn,
  shippingAddressId: orders.shippingAddressId,
  address: orders.address,
  deliveryDate: orders.deliveryDate,
  completedAt: orders.completedAt,
  dispatchedAt: orders.dispatchedAt,
  deliveredAt: orders.deliveredAt,
  replacesOrderId: orders.replacesOrderId,
};

const selectCarts = (db: Database | Transaction) =>
  db
    .select({
      ...WHOLE_CART,
      isAwaited: sql<boolean>`exists (select from ${orders}
        where ${orders.userId} = ${carts.userId} and ${orders.stage} = 'awaiting payment')`,
    })
    .from(carts)
    .innerJoin(users, eq(users.id, carts.userId))
    .leftJoin(addresses, eq(addresses.id, carts.shippingAddressId));

const selectOrders = (db: Database | Transaction) =>
  db
    .select({
      order: ORDER,
      owner: { firstName: users.firstName, lastName: users.lastName },
      lines: LINES_OF_ORDER,
      sums: SUMS_OF_ORDER,
      code: promoCodes.code,
      refunds: REFUNDS_OF_ORDER,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .leftJoin(promoCodes, eq(promoCodes.id, orders.promoCodeId));

const cartStatement = preparedFor((db) =>
  selectCarts(db)
    .where(eq(carts.userId, sql.placeholder('userId')))
    .prepare('cart'),
);

const ownCartStatement = preparedFor((db) =>
  selectCarts(db)
    .where(and(eq(carts.id, sql.placeholder('id')), eq(carts.userId, sql.placeholder('userId'))))
    .prepare('own-cart'),
);

const ownOrderStatement = preparedFor((db) =>
  selectOrders(db)
    .where(and(eq(orders.id, sql.placeholder('id')), eq(orders.userId, sql.placeholder('userId'))))
    .prepare('own-order'),
);

/** The first page of one's history. */
const paidStatement = preparedFor((db) =>
  selectOrders(db)
    .where(isPaidBy(sql.placeholder('userId'), sql.placeholder('cancelled')))
    .orderBy(...NEWEST_FIRST)
    .limit(sql.placeholder('most'))
    .prepare('paid-orders'),
);

/** The stage is written out, so that its index can be used. */
const awaitingStatement = preparedFor((db) =>
  selectOrders(db)
    .where(and(eq(orders.userId, sql.placeholder('userId')), sql`${orders.stage} = 'awaiting payment'`))
    .orderBy(desc(orders.id))
    .prepare('awaiting-payment'),
);
