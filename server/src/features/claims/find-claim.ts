import type { Claim } from '#contract/claims.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { eq } from '#server/platform/database/drizzle.ts';
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
