import type { Asks } from '#contract/calls.ts';
import { LIST_PAGE } from '#contract/limits.ts';
import { type Product, ProductList } from '#contract/products.ts';
import { getJson } from './client.ts';
import { withQuery } from './with-query.ts';

/** The page of the list that follows the product `after`, under the same filters. */
export async function listMoreProducts(
  filters: Asks<'/api/products/'>,
  after: number,
): Promise<{ products: Product[]; hasMore: boolean }> {
  const path = withQuery('/api/products/', { ...filters, limit: LIST_PAGE + 1, after });
  const found = ProductList.parse(await getJson(path));
  return { products: found.slice(0, LIST_PAGE), hasMore: found.length > LIST_PAGE };
}
