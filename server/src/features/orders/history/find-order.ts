import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { hideHeld } from '../paid/held-dispatch.ts';
import { readOwn, readOwnAgreedFirst } from './list-orders.ts';

/** One order of one's own, cart or completed; another's is not found. */
export async function findOrder(
  { clock, db, delivery }: Pick<Deps, 'clock' | 'db' | 'delivery'>,
  shopper: Shopper,
  orderId: number,
): Promise<Order> {
  return hideHeld(required(await readOwnAgreedFirst(db, shopper, orderId, delivery.terms())), clock.now());
}

/** The same inside a transaction. */
export async function readOwnOrder(
  db: Database | Transaction,
  shopper: Shopper,
  orderId: number,
  terms: DeliveryTerms,
): Promise<Order> {
  return required(await readOwn(db, shopper, orderId, terms));
}

function required([order]: Order[]): Order {
  if (!order) throw new NotFound();
  return order;
}
