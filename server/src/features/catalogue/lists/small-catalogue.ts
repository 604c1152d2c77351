import { Product } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { type CachedResponse, toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { toTrigramsAs } from '../search/trigrams.ts';
import { products } from '../table.ts';
import { toProduct } from '../to-product.ts';
import { LISTED } from './list-conditions.ts';

/** A larger catalogue is searched by the database. */
const MOST_BOUQUETS = 150;
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** What a bouquet is searched and sorted by, told by the database, and how a list shows it. */
export type SmallBouquet = {
  id: number;
  isWithdrawn: boolean;
  pricePence: number;
  occasions: string[];
  searchTerms: string[];
  filterTerms: string[];
  /** In lower case, as the database has it. */
  name: string;
  category: string;
  nameGrams: string[];
  /** Its place in the order of names. */
  place: number;
  /** Of the name, in their order. */
  trigrams: string[];
  json: string;
};

/** The cache holds text; it is parsed once. */
const parsed = new WeakMap<CachedResponse, { bouquets: SmallBouquet[] | undefined }>();

/** Every bouquet, cached until the catalogue changes; undefined where there are too many, or where only the database can read them. */
export async function readSmallCatalogue(
  deps: Pick<Deps, 'db' | 'responseCache'>,
): Promise<SmallBouquet[] | undefined> {
  const cached = await deps.responseCache.getOrMake('small catalogue', async () =>
    toCachedResponse(200, {}, JSON.stringify((await listAll(deps)) ?? null)),
  );
  const known = parsed.get(cached);
  if (known) return known.bouquets;
  // Our own JSON: the lines above wrote it.
  const bouquets = (JSON.parse(cached.body.toString()) as SmallBouquet[] | null) ?? undefined;
  parsed.set(cached, { bouquets });
  return bouquets;
}

async function listAll({ db }: Pick<Deps, 'db'>): Promise<SmallBouquet[] | undefined> {
  const counted = await db.execute<{ isSmall: boolean; letters: string }>(sql`
    select count(*) <= ${MOST_BOUQUETS} as "isSmall", lower(${CAPITALS}) as letters
    from (select from ${products} limit ${MOST_BOUQUETS + 1}) as counted`);
  const [row] = counted.rows;
  // In Turkish the lower case of `I` is another letter.
  if (!row?.isSmall || row.letters !== CAPITALS.toLowerCase()) return undefined;
  const rows = await db
    .select({
      ...LISTED,
      searchTerms: products.searchTerms,
      filterTerms: products.filterTerms,
      nameGrams: products.nameGrams,
      lowerName: sql<string>`lower(${products.name})`,
      lowerCategory: sql<string>`lower(${products.category})`,
      place: sql<number>`row_number() over (order by lower(${products.name}), ${products.id})::int`,
      trigrams: sql<string[]>`show_trgm(${products.name})`,
    })
    .from(products);
  const trigrams = toTrigramsAs(rows);
  return (
    trigrams &&
    rows.map((bouquet, index) => ({
      id: bouquet.id,
      isWithdrawn: bouquet.status === 'withdrawn',
      pricePence: bouquet.pricePence,
      occasions: bouquet.occasions,
      searchTerms: bouquet.searchTerms,
      filterTerms: bouquet.filterTerms,
      name: bouquet.lowerName,
      category: bouquet.lowerCategory,
      nameGrams: bouquet.nameGrams,
      place: bouquet.place,
      trigrams: trigrams[index] ?? [],
      json: JSON.stringify(Product.parse(toProduct(bouquet))),
    }))
  );
}
