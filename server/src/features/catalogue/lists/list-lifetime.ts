import type { ListProducts } from '#contract/finding.ts';
import { LIST_PAGE } from '#contract/limits.ts';
import { Facets } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { and, ne, or, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { type CachedResponse, toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import type { Lifetime } from '#server/platform/http/cache/response-cache.ts';
import { FOR_SHARED_CACHES } from '#server/platform/http/cache/shared-caches.ts';
import { chosenTermsBeside } from '../search/filter-terms.ts';
import { products } from '../table.ts';
import { countFacets } from './count-facets.ts';
import { toJson } from './list-as-json.ts';
import { contains } from './list-conditions.ts';

/** A shared cache may store the catalogue for a minute and must then revalidate; the ETag makes that cheap. */
export const CATALOGUE_HEADERS = { 'content-type': 'application/json; charset=utf-8', ...FOR_SHARED_CACHES };

const FACETS_KEY = 'facets';

const makeFacets = async (deps: Deps): Promise<CachedResponse> =>
  toCachedResponse(200, CATALOGUE_HEADERS, toJson(Facets, await countFacets(deps)));

type Query = Partial<ListProducts>;

/** The counts of the whole shop, cached until the catalogue changes. */
export async function readFacets(deps: Deps): Promise<Facets> {
  const { body } = await deps.responseCache.getOrMake(FACETS_KEY, () => makeFacets(deps));
  // Our own JSON of a moment ago: `makeFacets` wrote it.
  return JSON.parse(body.toString()) as Facets;
}

/**
 * How long a list is cached. `lasting` are those that the shop links to: all bouquets, or one existing value of one
 * filter, newest first and from the beginning. There are a few dozen; searches, made-up filters and other orders or
 * pages are endless.
 */
export async function listLifetime(deps: Deps, query: Query): Promise<Lifetime> {
  const { search, sort, limit, after, ids } = query;
  if (search || ids || after !== undefined || (sort ?? 'new') !== 'new') return 'passing';
  if (limit !== undefined && limit !== LIST_PAGE + 1) return 'passing';
  return facetsLifetime(deps, query);
}

/** The same of the counts beside the filters. */
export async function facetsLifetime(deps: Deps, query: Query): Promise<Lifetime> {
  const [only, ...others] = chosenTermsBeside(query).flatMap(({ terms }) => terms);
  if (!only) return 'lasting';
  if (others.length > 0) return 'passing';
  const [found] = await anyWith(deps.db).execute({ term: only });
  return found ? 'lasting' : 'passing';
}

/** A bouquet with this term: one is found at once, where counting them all takes seconds in a large shop. */
const anyWith = preparedFor((db) => {
  const term = sql`${sql.placeholder('term')}::text`;
  const hasTerm = or(contains(products.searchTerms, term), contains(products.filterTerms, term));
  return db
    .select({ id: products.id })
    .from(products)
    .where(and(ne(products.status, 'withdrawn'), hasTerm))
    .limit(1)
    .prepare('');
});
