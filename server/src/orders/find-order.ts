import type { Order } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { readOrders } from './list-orders.ts';
import { orders } from './table.ts';

/** One order of one's own, cart or completed; another's is not found. */
export async function findOrder({ db }: Pick<Deps, 'db'>, shopper: Shopper, orderId: number): Promise<Order> {
  return readOwnOrder(db, shopper, orderId);
}

/** The same inside a transaction, as it stands there. */
export async function readOwnOrder(db: Database | Transaction, { userId }: Shopper, orderId: number): Promise<Order> {
  const [order] = await readOrders(db, and(eq(orders.id, orderId), eq(orders.userId, userId)));
  if (!order) throw new NotFound();
  return order;
}
