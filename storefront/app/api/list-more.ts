import { LIST_PAGE } from '#contract/limits.ts';
import { type Product, ProductList } from '#contract/products.ts';
import { getJson } from './client.ts';

/** The page of the list that follows the product `after`, under the same filters. */
export async function listMore(filters: string, after: number | undefined): Promise<Product[]> {
  const query = new URLSearchParams(filters);
  query.set('limit', String(LIST_PAGE));
  if (after) query.set('after', String(after));
  return ProductList.parse(await getJson(`/api/products/?${query}`));
}
