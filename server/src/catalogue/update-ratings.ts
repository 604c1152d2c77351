import type { Transaction } from '../database/connect.ts';
import { asc, inArray, sql } from '../database/drizzle.ts';
import { products } from './table.ts';

type Rating = { productId: number; ratingSum: number; reviewCount: number };

/** Holds bouquets still until the transaction ends, by id, as everyone does who needs several. Says which there are. */
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

/** Writes what buyers think of bouquets beside them. Always announced, even where the figures stay: the words may not. */
export async function updateRatings(tx: Transaction, ratings: Rating[]): Promise<void> {
  if (ratings.length === 0) return;
  await tx.execute(sql`
    update ${products} set rating_sum = kept."ratingSum", review_count = kept."reviewCount"
    from jsonb_to_recordset(${JSON.stringify(ratings)}::jsonb)
      as kept("productId" integer, "ratingSum" integer, "reviewCount" integer)
    where ${products.id} = kept."productId"`);
}
