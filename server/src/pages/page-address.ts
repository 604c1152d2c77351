import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { ListProducts } from '#contract/products.ts';

/** What may stand in the address of /product and changes the page; the rest (tracking tags) does not. */
const LIST_FILTERS = ListProducts.pick({ search: true, category: true, occasion: true, sort: true }).shape;

/** Addresses from letters: the page is the same whatever key they hold, and the key is the browser's business alone. */
const WITH_KEY: [RegExp, string][] = [
  [/^\/account-confirm-email\/[^/]+?(\.data)?$/, '/account-confirm-email/key'],
  [/^\/password\/reset\/confirm\/[^/]+\/[^/]+?(\.data)?$/, '/password/reset/confirm/uid/token'],
];
const FROM_LETTERS = /^\/(account-confirm-email|password\/reset\/confirm)(\/|\.data$|$)/;
const PRIVATE = /^\/(cart|profile|history)(\/|\.data$|$)/;

/** How the answer may travel: keys must not leak to other sites or caches, and private pages leave nothing behind. */
export function travelRules(pathname: string): Record<string, string> {
  if (FROM_LETTERS.test(pathname)) return { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
  if (PRIVATE.test(pathname)) return { 'cache-control': 'no-store' };
  return {};
}

/** The address that a page is rendered and kept under: the same for every address that shows the same page. */
export function pageAddress(pathname: string, query: URLSearchParams): string {
  for (const [pattern, address] of WITH_KEY) {
    const match = pattern.exec(pathname);
    if (match) return address + (match[1] ?? '');
  }
  if (pathname !== '/product' && pathname !== '/product.data') return pathname;
  const kept = new URLSearchParams();
  for (const [name, schema] of Object.entries(LIST_FILTERS)) {
    const { success, data } = schema.safeParse(query.get(name)?.slice(0, MAX_SEARCH_LENGTH));
    const isDefault = name === 'sort' && data === 'new';
    if (success && data && !isDefault) kept.set(name, String(data));
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}
