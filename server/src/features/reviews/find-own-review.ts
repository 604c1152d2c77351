import { HIDING_REASONS, type OwnReview } from '#contract/reviews.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound, NotSignedIn } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { users } from '#server/features/accounts/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { hasReceived } from './has-received.ts';
import { reviews } from './table.ts';
import { toReview } from './to-review.ts';

/** One's own review of a bouquet, and whether one may write it. Withdrawn bouquets were received too. */
export async function findOwnReview({ clock, db }: Deps, shopper: Shopper, productId: number): Promise<OwnReview> {
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.id, productId));
  if (!product) throw new NotFound('No such bouquet.');
  return readOwnReview(db, { userId: shopper.userId, productId }, clock.now());
}

/** The same inside a transaction. */
export async function readOwnReview(
  db: Database | Transaction,
  key: { userId: number; productId: number },
  now: Date,
): Promise<OwnReview> {
  const [found] = await db
    .select({ user: users, review: reviews })
    .from(users)
    .leftJoin(reviews, and(eq(reviews.userId, users.id), eq(reviews.productId, key.productId)))
    .where(eq(users.id, key.userId));
  if (!found) throw new NotSignedIn();
  const { user, review } = found;
  return {
    can_review: !(await hasReceived(db, key, now)) ? 'not_received' : user.emailConfirmedAt ? 'yes' : 'not_confirmed',
    review: review && {
      ...toReview(review, user),
      hidden: review.hiddenAt !== null,
      ...(isForWriter(review.hiddenReason) && { hidden_for: review.hiddenReason }),
    },
  };
}

/** Other reasons were written on the command line of earlier versions, for ourselves. */
const isForWriter = (reason: string | null): reason is (typeof HIDING_REASONS)[number] =>
  HIDING_REASONS.some((known) => known === reason);
