import type { ListOrders, Order } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { users } from '../accounts/table.ts';
import { addresses } from '../addresses/table.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { and, desc, eq, type SQL, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { DeliveryTerms } from '../delivery/delivery-cache.ts';
import type { Deps } from '../deps.ts';
import { promoCodes } from '../promotions/table.ts';
import { LINES_OF_CART, LINES_OF_ORDER } from './list-lines.ts';
import { SUMS_OF_ORDER } from './list-sums.ts';
import { type PricedCart, priceCart } from './price-cart.ts';
import { REFUNDS_OF_ORDER } from './refunds-of-order.ts';
import { carts, orders } from './table.ts';
import { toCart, toOrder } from './to-order.ts';

/**
 * One's orders, the newest first; all of them unless a limit is asked for. The cart comes first, then what is being paid for,
 * then what was paid for, by when that was.
 */
export async function listOrders({ db, delivery }: Deps, { userId }: Shopper, query: ListOrders): Promise<Order[]> {
  const { status, limit = Number.POSITIVE_INFINITY, before } = query;
  const pending = status === 'C' && before === undefined ? [] : await listPending(db, userId, delivery.terms());
  const last = pending.findIndex(({ id }) => id === before);
  const isAmongPaid = before !== undefined && last < 0;
  const found = status === 'C' || isAmongPaid ? [] : pending.slice(last + 1).slice(0, limit);
  if (status === 'P' || found.length >= limit) return found;
  const paid = and(
    eq(orders.userId, userId),
    // Written out, so that its index can be used.
    sql`${orders.status} = 'C'`,
    isAmongPaid ? isOlderThan(before) : undefined,
  );
  return [...found, ...(await readOrders(db, paid, limit - found.length))];
}

/** The cart and what is being paid for: a few at most. Every page asks for them. */
export async function listPending(db: Database | Transaction, userId: number, terms: DeliveryTerms): Promise<Order[]> {
  const [cart] = await cartStatement(db).execute({ userId });
  const awaiting = cart && !cart.isAwaited ? [] : await awaitingStatement(db).execute({ userId });
  return [...(cart ? [await readPriced(db, cart, terms)] : []), ...awaiting.map(toOrder)];
}

const isOlderThan = (id: number) =>
  sql`(${orders.completedAt}, ${orders.id}) < (select completed_at, id from orders as last
    where last.id = ${id} and last.user_id = ${orders.userId})`;

/** Every order that fits, the newest first, in one statement. */
export async function readOrders(db: Database | Transaction, where: SQL | undefined, limit?: number): Promise<Order[]> {
  const found = selectOrders(db).where(where).orderBy(desc(orders.completedAt), desc(orders.id));
  return (await (limit === undefined || limit === Number.POSITIVE_INFINITY ? found : found.limit(limit))).map(toOrder);
}

/** One cart or order of one's own, if it is. */
export async function readOwn(
  db: Database | Transaction,
  { userId }: Shopper,
  id: number,
  terms: DeliveryTerms,
): Promise<Order[]> {
  const [cart] = await ownCartStatement(db).execute({ id, userId });
  if (cart) return [await readPriced(db, cart, terms)];
  return (await ownOrderStatement(db).execute({ id, userId })).map(toOrder);
}

type FoundCart = Omit<Parameters<typeof toCart>[0], keyof PricedCart>;

/** Without a code nothing more is read. */
const readPriced = async (db: Database | Transaction, found: FoundCart, terms: DeliveryTerms): Promise<Order> =>
  toCart({ ...found, ...(await priceCart(db, found.cart, found.lines, found.cart.deliveryDate, terms)) });

const selectCarts = (db: Database | Transaction) =>
  db
    .select({
      cart: carts,
      owner: { firstName: users.firstName, lastName: users.lastName },
      place: addresses,
      lines: LINES_OF_CART,
      isAwaited: sql<boolean>`exists (select from ${orders}
        where ${orders.userId} = ${carts.userId} and ${orders.stage} = 'awaiting payment')`,
    })
    .from(carts)
    .innerJoin(users, eq(users.id, carts.userId))
    .leftJoin(addresses, eq(addresses.id, carts.shippingAddressId));

const selectOrders = (db: Database | Transaction) =>
  db
    .select({
      order: orders,
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

/** The stage is written out, so that its index can be used. */
const awaitingStatement = preparedFor((db) =>
  selectOrders(db)
    .where(and(eq(orders.userId, sql.placeholder('userId')), sql`${orders.stage} = 'awaiting payment'`))
    .orderBy(desc(orders.id))
    .prepare('awaiting-payment'),
);
