import type { ListReviews, Review } from '#contract/reviews.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import { and, desc, eq, isNull, lt, ne } from '#server/platform/database/drizzle.ts';
import { reviews } from './table.ts';
import { toReview } from './to-review.ts';

/** The reviews of a bouquet, the newest first, without hidden ones. A withdrawn bouquet shows none. */
export async function listReviews({ db }: Deps, productId: number, { limit, before }: ListReviews): Promise<Review[]> {
  const [product] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), ne(products.status, 'withdrawn')));
  if (!product) throw new NotFound('No such bouquet.');
  const rows = await db
    .select({ review: reviews, author: { firstName: users.firstName, lastName: users.lastName } })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(
      and(
        eq(reviews.productId, productId),
        isNull(reviews.hiddenAt),
        before === undefined ? undefined : lt(reviews.id, before),
      ),
    )
    .orderBy(desc(reviews.id))
    .limit(limit);
  return rows.map(({ review, author }) => toReview(review, author));
}
