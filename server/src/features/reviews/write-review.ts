import type { OwnReview, WriteReview } from '#contract/reviews.ts';
import type { Deps } from '#server/deps.ts';
import { NotAllowed } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { changeReviews } from './change-reviews.ts';
import { readOwnReview } from './find-own-review.ts';
import { reviews } from './table.ts';

const REFUSALS = {
  not_received: 'You can review a bouquet once you have received it.',
  not_confirmed: 'Please confirm your email address first.',
};

/**
 * Writes one's review of a bouquet one received, or changes it: there is one at most. A hidden one stays hidden. The
 * same words again change nothing.
 */
export async function writeReview(
  deps: Deps,
  { userId }: Shopper,
  productId: number,
  wanted: WriteReview,
): Promise<OwnReview> {
  await countAttempts(deps, [{ what: 'write a review', who: String(userId) }]);
  const now = deps.clock.now();
  const key = { userId, productId };
  const write = async (tx: Transaction) => {
    const { can_review: permission } = await readOwnReview(tx, key, now);
    if (permission !== 'yes') throw new NotAllowed(REFUSALS[permission]);
    const isVisible = await upsertReview(tx, key, wanted, now);
    return { isVisible, review: await readOwnReview(tx, key, now) };
  };
  const { isVisible, review } = await deps.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    return changeReviews(
      tx,
      [productId],
      () => write(tx),
      (written) => written.isVisible,
    );
  });
  // PostgreSQL announces it a moment later, and the author reloads at once.
  if (isVisible) deps.responseCache.clear();
  return review;
}

/** True if what others see has changed. */
async function upsertReview(
  tx: Transaction,
  key: { userId: number; productId: number },
  { rating, text }: WriteReview,
  now: Date,
): Promise<boolean> {
  const [written] = await tx
    .insert(reviews)
    .values({ ...key, rating, text, writtenAt: now })
    .onConflictDoUpdate({
      target: [reviews.userId, reviews.productId],
      set: { rating, text, editedAt: now },
      setWhere: sql`(${reviews.rating}, ${reviews.text}) is distinct from (excluded.rating, excluded.text)`,
    })
    .returning({ hiddenAt: reviews.hiddenAt });
  return written !== undefined && written.hiddenAt === null;
}
