import type { Product } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { LISTED } from '#server/features/catalogue/lists/list-conditions.ts';
import { products } from '#server/features/catalogue/table.ts';
import { toProduct } from '#server/features/catalogue/to-product.ts';
import { and, inArray, ne } from '#server/platform/database/drizzle.ts';

/** These bouquets as they are sold now, in the order asked for. What is no longer sold is left out. */
export async function listSaved({ db }: Pick<Deps, 'db'>, ids: number[]): Promise<Product[]> {
  const rows = await db
    .select(LISTED)
    .from(products)
    .where(and(inArray(products.id, ids), ne(products.status, 'withdrawn')));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = byId.get(id);
    return row ? [toProduct(row)] : [];
  });
}
