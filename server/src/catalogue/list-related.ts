import type { Product } from '#contract/products.ts';
import { and, desc, eq, ne, or, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { findProduct } from './find-product.ts';
import { LISTED } from './list-conditions.ts';
import { products } from './table.ts';
import { toProduct } from './to-product.ts';

const HOW_MANY = 4;
/** Only the newest that share anything are ranked, so that a large catalogue costs no more than a small one. */
const CANDIDATES = 200;

/** Bouquets to look at next: most occasions in common first, then the same category, then the nearest price. */
export async function listRelated(deps: Deps, id: number): Promise<Product[]> {
  const { category, occasions, price } = await findProduct(deps, id);
  const sharesOccasion = sql`${products.occasions} && ${sql.param(occasions)}::text[]`;
  const candidates = await deps.db
    .select(LISTED)
    .from(products)
    .where(
      and(eq(products.status, 'on_sale'), ne(products.id, id), or(eq(products.category, category), sharesOccasion)),
    )
    .orderBy(desc(products.id))
    .limit(CANDIDATES);
  const rank = (row: (typeof candidates)[number]) =>
    row.occasions.filter((occasion) => occasions.includes(occasion)).length * 2 +
    (row.category === category ? 1 : 0) -
    Math.abs(row.pricePence / 100 - price) / 100;
  return candidates
    .toSorted((left, right) => rank(right) - rank(left))
    .slice(0, HOW_MANY)
    .map(toProduct);
}
