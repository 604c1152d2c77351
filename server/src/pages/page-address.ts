import { writeQuery } from '#contract/filter-words.ts';
import { FINDING, ListProducts, NarrowFacets, readFilter } from '#contract/finding.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { FRAMES } from '#contract/page-frames.ts';
import type { Deps } from '#server/deps.ts';
import { listLifetime } from '#server/features/catalogue/lists/list-lifetime.ts';
import type { Lifetime } from '#server/platform/http/cache/response-cache.ts';

/** The query parameters of /product that change the page; others, such as tracking tags, do not. `after` is a further page of a long list. */
const LIST_FILTERS = {
  search: ListProducts.shape.search,
  ...NarrowFacets.shape,
  sort: ListProducts.shape.sort,
  after: ListProducts.shape.after,
};

/** Links from letters, and those that people pass on: the page is the same for every key, and only the browser uses the key. */
const WITH_KEY: [RegExp, string][] = [
  [/^\/account-confirm-email\/[^/]+?(\.data)?$/, '/account-confirm-email/key'],
  [/^\/track\/[^/]+?(\.data)?$/, '/track/token'],
  [/^\/password\/reset\/confirm\/[^/]+\/[^/]+?(\.data)?$/, '/password/reset/confirm/uid/token'],
  [/^\/login-link\/[^/]+?(\.data)?$/, '/login-link/key'],
  [/^\/swap\/[^/]+?(\.data)?$/, '/swap/key'],
  [/^\/reminders\/stop\/[^/]+?(\.data)?$/, '/reminders/stop/token'],
  [/^\/wish-list\/[^/]+?(\.data)?$/, '/wish-list/token'],
];
const FROM_LETTERS =
  /^\/((account-confirm-email|login-link|password\/reset\/confirm|reminders\/stop|swap|track)(\/|\.data$|$)|wish-list\/)/;
const PRIVATE = /^\/(cart|profile|history|wish-list)(\/|\.data$|$)/;

/** Whether no cache may store the page. */
export const isPrivate = (pathname: string): boolean => 'cache-control' in privacyHeaders(pathname);

/** Keys must not leak to other sites or caches, and private pages must not be cached. */
export function privacyHeaders(pathname: string): Record<string, string> {
  if (FROM_LETTERS.test(pathname)) return { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
  if (PRIVATE.test(pathname)) return { 'cache-control': 'no-store' };
  return {};
}

const LIST = /^\/product(\.data)?$/;
/** Pages with a number that visitors may make up: they are drawn whether or not such an order exists. */
const NUMBERED = /^\/history\/./;

/** The filters of the list page, as its address has them: what the API would refuse is left out. */
const readList = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    Object.entries(LIST_FILTERS).flatMap(([name, schema]) => {
      const sent = query.get(name) ?? undefined;
      const text = isFinding(name) ? readFilter(name, sent ?? '') || undefined : sent?.slice(0, MAX_SEARCH_LENGTH);
      const { success, data } = schema.safeParse(text);
      return success && data ? [[name, String(data)]] : [];
    }),
  );

const isFinding = (name: string): name is keyof typeof FINDING => name in FINDING;

/** How a page is cached: what visitors make up must not evict what the shop links to, nor cost as much to compress. */
export async function pageLifetime(deps: Deps, address: string): Promise<Lifetime> {
  const { pathname, searchParams } = new URL(address, 'http://shop');
  if (LIST.test(pathname)) return listLifetime(deps, ListProducts.parse(readList(searchParams)));
  return NUMBERED.test(pathname) ? 'passing' : 'lasting';
}

/** The address under which a page is rendered and cached: the same for every URL that shows the same page. */
export function pageAddress(pathname: string, query: URLSearchParams): string {
  for (const [pattern, address] of WITH_KEY) {
    const match = pattern.exec(pathname);
    if (match) return address + (match[1] ?? '');
  }
  if (!LIST.test(pathname)) return pathname + (FRAMES[pathname]?.(query) ?? '');
  const filters = new URLSearchParams();
  for (const [name, value] of Object.entries(readList(query))) {
    const isDefault = name === 'sort' && value === 'new';
    if (!isDefault) filters.set(name, value);
  }
  return filters.size > 0 ? `${pathname}?${writeQuery(filters)}` : pathname;
}
