import type { Transaction } from '#server/platform/database/connect.ts';
import { asc, inArray, sql } from '#server/platform/database/drizzle.ts';
import { products } from './table.ts';

type Rating = { productId: number; ratingSum: number; reviewCount: number };

/**
 * Locks bouquets until the transaction ends, in the order of ids so that there is no deadlock. Returns those that
 * exist.
 */
export async function lockProducts(tx: Transaction, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('no key update');
  return found.map(({ id }) => id);
}

/**
 * Stores sum and count of reviews with the bouquets. Always announced: even with the same figures the words may differ.
 */
export async function updateRatings(tx: Transaction, ratings: Rating[]): Promise<void> {
  if (ratings.length === 0) return;
  await tx.execute(sql`
    update ${products} set rating_sum = counted."ratingSum", review_count = counted."reviewCount"
    from jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb)
      as counted("productId" integer, "ratingSum" integer, "reviewCount" integer)
    where ${products.id} = counted."productId"`);
}
