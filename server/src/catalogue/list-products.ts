import type { ListProducts, Product } from '#contract/products.ts';
import { and } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { comesAfter, filters, LISTED, ORDER } from './list-conditions.ts';
import { searchProducts } from './search-products.ts';
import { products } from './table.ts';
import { toProduct } from './to-product.ts';

/** The bouquets that fit, in the order asked for; in a search, those whose name contains the words come first. */
export async function listProducts(deps: Deps, wanted: ListProducts & { limit: number }): Promise<Product[]> {
  const { search } = wanted;
  if (search) return searchProducts(deps, { ...wanted, search });
  const rows = await deps.db
    .select(LISTED)
    .from(products)
    .where(and(...filters(wanted), comesAfter(wanted)))
    .orderBy(...ORDER[wanted.sort])
    .limit(wanted.limit);
  return rows.map(toProduct);
}
