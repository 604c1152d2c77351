import type { Deps } from '#server/deps.ts';
import { desc, ne } from '#server/platform/database/drizzle.ts';
import { products } from '../table.ts';

/** Ids of the bouquets that are not withdrawn, newest first. */
export async function listProductIds({ db }: Deps, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(ne(products.status, 'withdrawn'))
    .orderBy(desc(products.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
