import { LIST_PAGE } from '#contract/limits.ts';
import { Facets, type ListProducts } from '#contract/products.ts';
import type { Deps } from '../deps.ts';
import { type CachedResponse, toCachedResponse } from '../http/cached-response.ts';
import type { Lifetime } from '../http/response-cache.ts';
import { countFacets } from './count-facets.ts';
import { toJson } from './list-as-json.ts';

/** A shared cache may store the catalogue for a minute and must then revalidate; the ETag makes that cheap. */
export const CATALOGUE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=60, must-revalidate',
};

export const FACETS_KEY = 'facets';

export const makeFacets = async (deps: Deps): Promise<CachedResponse> =>
  toCachedResponse(200, CATALOGUE_HEADERS, toJson(Facets, await countFacets(deps)));

type Query = Partial<ListProducts>;

/**
 * How long a list is cached. `lasting` are those that the shop links to: all bouquets, or one existing category or
 * occasion, newest first and from the beginning. There are a few dozen; searches, made-up filters and other orders or
 * pages are endless.
 */
export async function listLifetime(
  deps: Deps,
  { search, category, occasion, sort, limit, after }: Query,
): Promise<Lifetime> {
  if (search || after !== undefined || (sort ?? 'new') !== 'new') return 'passing';
  if (limit !== undefined && limit !== LIST_PAGE + 1) return 'passing';
  if (category === undefined && occasion === undefined) return 'lasting';
  if (category !== undefined && occasion !== undefined) return 'passing';
  const { body } = await deps.responseCache.getOrMake(FACETS_KEY, () => makeFacets(deps));
  // Our own JSON of a moment ago: `makeFacets` wrote it.
  const { categories, occasions } = JSON.parse(body.toString()) as Facets;
  const known = category === undefined ? occasions : categories;
  const wanted = category ?? occasion;
  return known.some(({ name }) => name.toLowerCase() === wanted) ? 'lasting' : 'passing';
}
