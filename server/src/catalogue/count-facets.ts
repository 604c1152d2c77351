import { COLOURS, PRICE_BANDS } from '#contract/filter-words.ts';
import { PETS } from '#contract/finding.ts';
import type { Facet, Facets } from '#contract/products.ts';
import { sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { products } from './table.ts';

/** A florist has a few dozen. Those that hardly a bouquet has are found by searching. */
const MOST_FLOWERS_SHOWN = 60;

/** How many bouquets are on sale in all and for each filter, the fullest first. */
export async function countFacets({ db }: Deps): Promise<Facets> {
  const onSale = sql`${products.status} <> 'withdrawn'`;
  const [total, categories, occasions, terms] = await Promise.all([
    db.$count(products, onSale),
    db.execute<Facet>(
      sql`select ${products.category} as name, count(*)::int as count from ${products} where ${onSale} group by 1 order by 2 desc, 1`,
    ),
    db.execute<Facet>(
      sql`select occasion as name, count(*)::int as count from ${products}, unnest(${products.occasions}) as occasion where ${onSale} group by 1 order by 2 desc, 1`,
    ),
    db.execute<Facet>(
      sql`select term as name, count(*)::int as count from ${products},
          unnest(${products.searchTerms} || ${products.filterTerms}) as term
        where ${onSale} and term not similar to '(category|occasion|stem):%' group by 1 order by 2 desc, 1`,
    ),
  ]);
  const counted = (kind: string): Facet[] =>
    terms.rows.flatMap(({ name, count }) =>
      name.startsWith(`${kind}:`) ? [{ name: name.slice(kind.length + 1), count }] : [],
    );
  /** In an order of their own, those that nobody has too. */
  const countedOf = (kind: string, names: readonly string[]): Facet[] =>
    names.map((name) => counted(kind).find((facet) => facet.name === name) ?? { name, count: 0 });
  return {
    total,
    matching: { count: total },
    categories: categories.rows,
    occasions: occasions.rows,
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
