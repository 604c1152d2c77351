import { Facets, type Product, ProductList } from '#contract/products.ts';
import { getJson } from './client.ts';
import { withQuery } from './with-query.ts';

/** Bouquets that match the words, those whose name begins with them first. */
export async function searchProducts(words: string, limit: number, signal: AbortSignal): Promise<Product[]> {
  const found = ProductList.parse(await getJson(withQuery('/api/products/', { search: words, limit }), { signal }));
  const begins = ({ name }: Product) => Number(name.toLowerCase().startsWith(words.toLowerCase()));
  return found.toSorted((left, right) => begins(right) - begins(left));
}

export type Suggestions = { occasions: string[]; products: Product[] };

const FEW = 4;

/** Suggestions when nothing was found: the occasions and the newest few bouquets. */
export async function fetchSuggestions(signal: AbortSignal): Promise<Suggestions> {
  const [facets, products] = await Promise.all([
    getJson('/api/products/facets/', { signal }),
    getJson(withQuery('/api/products/', { limit: FEW }), { signal }),
  ]);
  return { occasions: Facets.parse(facets).occasions.map(({ name }) => name), products: ProductList.parse(products) };
}
