import type { Order } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { readOwn } from './list-orders.ts';

/** One order of one's own, cart or completed; another's is not found. */
export async function findOrder(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  shopper: Shopper,
  orderId: number,
): Promise<Order> {
  return readOwnOrder(db, shopper, orderId, clock.now());
}

/** The same inside a transaction. */
export async function readOwnOrder(
  db: Database | Transaction,
  shopper: Shopper,
  orderId: number,
  now: Date,
): Promise<Order> {
  const [order] = await readOwn(db, shopper, orderId, now);
  if (!order) throw new NotFound();
  return order;
}
