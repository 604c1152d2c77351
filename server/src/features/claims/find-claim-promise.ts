import type { ClaimPromise } from '#contract/claims.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { users } from '#server/features/accounts/table.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { buyerKeys, findCaptured } from '#server/features/payments/own-orders/buyer-keys.ts';
import { eq } from '#server/platform/database/drizzle.ts';
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
