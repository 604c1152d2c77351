import { COLOURS, PRICE_BANDS } from '#contract/filter-words.ts';
import { PETS } from '#contract/finding.ts';
import type { Facet, Facets } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { facetCounts } from '../table.ts';

/** A florist has a few dozen. Those that hardly a bouquet has are found by searching. */
const MOST_FLOWERS_SHOWN = 60;
/** A florist's day makes some hundred lines; another price for a million bouquets makes millions. */
const MOST_FOLDED = 100_000;

/** How many bouquets are on sale in all and for each filter, the fullest first. Triggers count; nothing is counted here. */
export async function countFacets({ db }: Pick<Deps, 'db'>): Promise<Facets> {
  const { rows } = await db.execute<Facet>(
    sql`select term as name, sum(count)::int as count from ${facetCounts} group by 1 having sum(count) > 0 order by 2 desc, 1`,
  );
  const counted = (kind: string): Facet[] =>
    rows.flatMap(({ name, count }) =>
      name.startsWith(`${kind}:`) ? [{ name: name.slice(kind.length + 1), count }] : [],
    );
  /** In an order of their own, those that nobody has too. */
  const countedOf = (kind: string, names: readonly string[]): Facet[] =>
    names.map((name) => counted(kind).find((facet) => facet.name === name) ?? { name, count: 0 });
  const total = counted('total')[0]?.count ?? 0;
  return {
    total,
    matching: { count: total },
    categories: counted('category'),
    occasions: counted('occasion'),
    // Without their shades.
    colours: counted('colour').filter(({ name }) => COLOURS.some((colour) => colour === name)),
    flowers: counted('flower').slice(0, MOST_FLOWERS_SHOWN),
    prices: countedOf(
      'price',
      PRICE_BANDS.map(({ name }) => name),
    ),
    pets: countedOf('pets', PETS),
  };
}

/** Each change of a bouquet adds lines; this folds those that there are now, so many at a time that no statement takes long. */
export async function foldFacetCounts({ db }: Pick<Deps, 'db'>, most = MOST_FOLDED): Promise<void> {
  const last = await db.execute<{ id: string | null }>(sql`select max(${facetCounts.id}) as id from ${facetCounts}`);
  const upTo = last.rows[0]?.id ?? 0;
  for (let folded = most; folded >= most; ) {
    const { rows } = await db.execute<{ folded: number }>(
      sql`select search.fold_facet_counts(${upTo}::bigint, ${most}) as folded`,
    );
    folded = rows[0]?.folded ?? 0;
  }
}
