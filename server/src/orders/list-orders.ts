import type { ListOrders, Order } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { users } from '../accounts/table.ts';
import { addresses } from '../addresses/table.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { and, desc, eq, isNull, type SQL, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { Deps } from '../deps.ts';
import { LINES_OF_ORDER } from './list-lines.ts';
import { orders } from './table.ts';
import { toOrder } from './to-order.ts';

/** One's orders, the newest first; all of them unless a limit is asked for. */
export async function listOrders({ db }: Deps, { userId }: Shopper, query: ListOrders): Promise<Order[]> {
  const { status, limit, before } = query;
  // Every page reads the cart, so this one is prepared.
  if (status === 'P' && before === undefined && limit === undefined)
    return (await pendingStatement(db).execute({ userId })).map(toOrder);
  return readOrders(
    db,
    and(
      eq(orders.userId, userId),
      IS_NOT_MERGED,
      // Written out, so that the index of each can be used.
      status && (status === 'P' ? sql`${orders.status} = 'P'` : sql`${orders.status} = 'C'`),
      before === undefined ? undefined : isOlderThan(before),
    ),
    limit,
  );
}

const IS_NOT_MERGED = isNull(orders.mergedIntoOrderId);

/**
 * Sorted by the time of payment. The cart comes first, since a replacement may be made while an older cart is still
 * open; then what is being paid for.
 */
const PAID_AT = sql`coalesce(${orders.completedAt}, 'infinity'::timestamptz)`;
const IS_NOT_FROZEN = sql`(${orders.frozenAt} is null)`;
const NEWEST_FIRST = [desc(PAID_AT), desc(IS_NOT_FROZEN), desc(orders.id)];

const isOlderThan = (id: number) =>
  sql`(${PAID_AT}, ${IS_NOT_FROZEN}, ${orders.id}) < (select coalesce(completed_at, 'infinity'), held_at is null, id
    from orders as last where last.id = ${id} and last.user_id = ${orders.userId})`;

/** Every order that fits, the newest first, in one statement. */
export async function readOrders(db: Database | Transaction, where: SQL | undefined, limit?: number): Promise<Order[]> {
  const found = selectOrders(db)
    .where(where)
    .orderBy(...NEWEST_FIRST);
  return (await (limit === undefined ? found : found.limit(limit))).map(toOrder);
}

/** The order, if it is the shopper's own; otherwise none. */
export async function readOwn(db: Database | Transaction, { userId }: Shopper, orderId: number): Promise<Order[]> {
  return (await ownOrderStatement(db).execute({ orderId, userId })).map(toOrder);
}

const selectOrders = (db: Database | Transaction) =>
  db
    .select({
      order: orders,
      owner: { firstName: users.firstName, lastName: users.lastName },
      currentAddress: addresses,
      lines: LINES_OF_ORDER,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .leftJoin(addresses, eq(addresses.id, orders.shippingAddressId));

const ownOrderStatement = preparedFor((db) =>
  selectOrders(db)
    .where(and(eq(orders.id, sql.placeholder('orderId')), eq(orders.userId, sql.placeholder('userId')), IS_NOT_MERGED))
    .prepare('own-order'),
);

/** The status is written out, so that the index of pending orders can be used. */
const pendingStatement = preparedFor((db) =>
  selectOrders(db)
    .where(and(eq(orders.userId, sql.placeholder('userId')), sql`${orders.status} = 'P'`, IS_NOT_MERGED))
    .orderBy(...NEWEST_FIRST)
    .prepare('pending-orders'),
);
