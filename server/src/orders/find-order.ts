import type { Order } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { readOwn } from './list-orders.ts';

/** One order of one's own, cart or completed; another's is not found. */
export async function findOrder({ db }: Pick<Deps, 'db'>, shopper: Shopper, orderId: number): Promise<Order> {
  return readOwnOrder(db, shopper, orderId);
}

/** The same inside a transaction. */
export async function readOwnOrder(db: Database | Transaction, shopper: Shopper, orderId: number): Promise<Order> {
  const [order] = await readOwn(db, shopper, orderId);
  if (!order) throw new NotFound();
  return order;
}
