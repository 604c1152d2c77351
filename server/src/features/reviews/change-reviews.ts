import { NotFound } from '#server/errors.ts';
import { lockProducts, updateRatings } from '#server/features/catalogue/update-ratings.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, inArray, isNull, sql } from '#server/platform/database/drizzle.ts';
import { reviews } from './table.ts';

/**
 * The only way to change reviews: their bouquets are locked first, and the visible reviews counted afterwards. So sum
 * and count always match the rows, however many write at once.
 */
export async function changeReviews<T>(
  tx: Transaction,
  productIds: number[],
  change: () => Promise<T>,
  /** Whether anything visible to others changed: only then is it announced, and every cached page rendered anew. */
  isVisible: (changed: T) => boolean = () => true,
): Promise<T> {
  const locked = await lockProducts(tx, productIds);
  if (locked.length < productIds.length) throw new NotFound('No such bouquet.');
  const changed = await change();
  if (isVisible(changed)) await updateRatings(tx, await countVisible(tx, locked));
  return changed;
}

async function countVisible(tx: Transaction, productIds: number[]) {
  const counted = await tx
    .select({
      productId: reviews.productId,
      ratingSum: sql<number>`sum(${reviews.rating})::integer`,
      reviewCount: sql<number>`count(*)::integer`,
    })
    .from(reviews)
    .where(and(inArray(reviews.productId, productIds), isNull(reviews.hiddenAt)))
    .groupBy(reviews.productId);
  return productIds.map(
    (productId) =>
      counted.find((count) => count.productId === productId) ?? { productId, ratingSum: 0, reviewCount: 0 },
  );
}
