import { users } from '#server/features/accounts/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { desc, eq } from '#server/platform/database/drizzle.ts';
import { reviews } from './table.ts';
import { toAuthor } from './to-review.ts';

export type LatestReview = {
  id: number;
  productId: number;
  product: string;
  author: string;
  email: string;
  rating: number;
  text: string;
  writtenAt: Date;
  hiddenAt: Date | null;
};

/** The latest reviews of any bouquet, hidden or not, with the author's email address: for the shop only. */
export async function listLatestReviews(db: Database, limit: number): Promise<LatestReview[]> {
  const rows = await db
    .select({ review: reviews, product: products.name, author: users })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .innerJoin(users, eq(users.id, reviews.userId))
    .orderBy(desc(reviews.id))
    .limit(limit);
  return rows.map(({ review: { id, productId, rating, text, writtenAt, hiddenAt }, product, author }) => ({
    id,
    productId,
    product,
    author: toAuthor(author),
    email: author.email,
    rating,
    text,
    writtenAt,
    hiddenAt,
  }));
}
