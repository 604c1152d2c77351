import type { ClaimPromise } from '#contract/claims.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { users } from '../accounts/table.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { listLines } from '../orders/list-lines.ts';
import { requireOwnOrder } from '../orders/require-own-order.ts';
import { buyerKeys, findCaptured } from '../payments/buyer-keys.ts';
import { manualReviewReasons } from './manual-review-reasons.ts';

/** What may be promised for a report of an order of one's own if it is sent now: new flowers, or that somebody looks first. */
export async function findClaimPromise(deps: Deps, shopper: Shopper, orderId: number): Promise<ClaimPromise> {
  const order = await requireOwnOrder(deps, shopper, orderId);
  const [buyer] = await deps.db.select().from(users).where(eq(users.id, shopper.userId));
  if (order.status !== 'C' || !buyer) throw new NotFound();
  const lines = await listLines(deps.db, [orderId]);
  const keys = buyerKeys(deps, order, await findCaptured(deps.db, orderId));
  const [reason] = await manualReviewReasons(deps, deps.db, { order, lines, buyer, keys, madeAt: deps.clock.now() });
  return { promise: reason?.promise ?? 'replaced' };
}
