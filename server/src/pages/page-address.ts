import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { ListProducts } from '#contract/products.ts';
import { listLifetime } from '../catalogue/list-lifetime.ts';
import type { Deps } from '../deps.ts';
import type { Lifetime } from '../http/response-cache.ts';

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

const LIST = /^\/product(\.data)?$/;
/** Pages that are the same for every number in their address, whether or not there is such a thing. */
const NUMBERED = /^\/history\/./;

/** What a page lists, if it is the list. */
const readList = (query: URLSearchParams) =>
  Object.fromEntries(
    Object.entries(LIST_FILTERS).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(query.get(name)?.slice(0, MAX_SEARCH_LENGTH));
      return success && data ? [[name, data]] : [];
    }),
  ) as Partial<ListProducts>;

/** Where a page is kept: what visitors make up must not push out what the shop leads to, nor cost as much to compress. */
export async function pageLifetime(deps: Deps, address: string): Promise<Lifetime> {
  const { pathname, searchParams } = new URL(address, 'http://shop');
  if (LIST.test(pathname)) return listLifetime(deps, readList(searchParams));
  return NUMBERED.test(pathname) ? 'passing' : 'lasting';
}

/** The address that a page is rendered and kept under: the same for every address that shows the same page. */
export function pageAddress(pathname: string, query: URLSearchParams): string {
  for (const [pattern, address] of WITH_KEY) {
    const match = pattern.exec(pathname);
    if (match) return address + (match[1] ?? '');
  }
  if (!LIST.test(pathname)) return pathname;
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(readList(query))) {
    const isDefault = name === 'sort' && value === 'new';
    if (!isDefault) kept.set(name, String(value));
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}
