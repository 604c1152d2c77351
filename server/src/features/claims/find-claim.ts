import type { Claim, ClaimPromise } from '#contract/claims.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { users } from '#server/features/accounts/table.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { buyerKeys, findCaptured } from '#server/features/payments/own-orders/buyer-keys.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { manualReviewReasons } from './manual-review-reasons.ts';
import { readClaimOf } from './read-claims.ts';
import { claims } from './table.ts';

/** What one reported of an order of one's own, and what came of it. */
export async function findClaim(deps: Deps, shopper: Shopper, orderId: number): Promise<Claim> {
  const order = await requireOwnOrder(deps, shopper, orderId);
  const claim = await readClaimOf(deps.db, order.id);
  if (!claim) throw new NotFound();
  return claim;
}

/** The photo that came with it, as JPEG. */
export async function findClaimPhoto(deps: Deps, shopper: Shopper, orderId: number): Promise<Buffer> {
  const order = await requireOwnOrder(deps, shopper, orderId);
  const [claim] = await deps.db.select({ photo: claims.photo }).from(claims).where(eq(claims.orderId, order.id));
  if (!claim) throw new NotFound();
  return claim.photo;
}

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
