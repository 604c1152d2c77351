import { type Product, ProductList } from '#contract/products.ts';
import { getJson } from './client.ts';

/** Bouquets whose name holds the words, those that begin with them first. */
export async function searchProducts(words: string, limit: number, signal: AbortSignal): Promise<Product[]> {
  const query = new URLSearchParams({ search: words, limit: String(limit) });
  const found = ProductList.parse(await getJson(`/api/products/?${query}`, { signal }));
  const begins = ({ name }: Product) => Number(name.toLowerCase().startsWith(words.toLowerCase()));
  return found.toSorted((left, right) => begins(right) - begins(left));
}
