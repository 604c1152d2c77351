import { LIST_PAGE } from '#contract/limits.ts';
import { type Product, ProductList } from '#contract/products.ts';
import { getJson } from './client.ts';

/** The page of the list that follows the product `after`, under the same filters. */
export async function listMoreProducts(
  filters: string,
  after: number,
): Promise<{ products: Product[]; hasMore: boolean }> {
  const query = new URLSearchParams(filters);
  query.set('limit', String(LIST_PAGE + 1));
  query.set('after', String(after));
  const found = ProductList.parse(await getJson(`/api/products/?${query}`));
  return { products: found.slice(0, LIST_PAGE), hasMore: found.length > LIST_PAGE };
}
