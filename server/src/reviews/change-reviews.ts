import { lockProducts, updateRatings } from '../catalogue/update-ratings.ts';
import type { Transaction } from '../database/connect.ts';
import { and, inArray, isNull, sql } from '../database/drizzle.ts';
import { NotFound } from '../errors.ts';
import { reviews } from './table.ts';

/**
 * The only way to change reviews: their bouquets are held still first, and what is shown of them is counted afterwards. So
 * sum and count are always those of the rows, however many write at once.
 */
export async function changeReviews<T>(
  tx: Transaction,
  productIds: number[],
  change: () => Promise<T>,
  /** Whether anything changed that others see: only then is it announced, and every page that is kept drawn anew. */
  isSeen: (changed: T) => boolean = () => true,
): Promise<T> {
  const held = await lockProducts(tx, productIds);
  if (held.length < productIds.length) throw new NotFound('No such bouquet.');
  const changed = await change();
  if (isSeen(changed)) await updateRatings(tx, await countShown(tx, held));
  return changed;
}

async function countShown(tx: Transaction, productIds: number[]) {
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
