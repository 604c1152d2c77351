import { type Product, ProductList } from '#contract/products.ts';
import { getJson } from './client.ts';
import { withQuery } from './with-query.ts';

/** Those of these bouquets that are still sold. */
export const listProductsByIds = async (ids: number[], signal: AbortSignal): Promise<Product[]> =>
  ProductList.parse(await getJson(withQuery('/api/products/', { ids: ids.join(',') }), { signal }));
