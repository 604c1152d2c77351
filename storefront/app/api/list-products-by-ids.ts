import { type Product, ProductList } from '#contract/products.ts';
import { getJson } from './client.ts';

/** Those of these bouquets that are still sold. */
export const listProductsByIds = async (ids: number[], signal: AbortSignal): Promise<Product[]> =>
  ProductList.parse(await getJson(`/api/products/?ids=${ids.join(',')}`, { signal }));
