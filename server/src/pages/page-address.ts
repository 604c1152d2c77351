import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { ListProducts } from '#contract/products.ts';

/** What may stand in the address of /product and changes the page; the rest (tracking tags) does not. */
const LIST_FILTERS = ListProducts.pick({ search: true, category: true, occasion: true, sort: true }).shape;

/** The address that a page is rendered and kept under: the same for every address that shows the same page. */
export function pageAddress(pathname: string, query: URLSearchParams): string {
  if (pathname !== '/product' && pathname !== '/product.data') return pathname;
  const kept = new URLSearchParams();
  for (const [name, schema] of Object.entries(LIST_FILTERS)) {
    const { success, data } = schema.safeParse(query.get(name)?.slice(0, MAX_SEARCH_LENGTH));
    const isDefault = name === 'sort' && data === 'new';
    if (success && data && !isDefault) kept.set(name, String(data));
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}
