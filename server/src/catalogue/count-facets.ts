import type { Facet, Facets } from '#contract/products.ts';
import { sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { products } from './table.ts';

/** How many bouquets are on sale in all, in each category and for each occasion, the fullest first. */
export async function countFacets({ db }: Deps): Promise<Facets> {
  const onSale = sql`${products.status} <> 'withdrawn'`;
  const [total, categories, occasions] = await Promise.all([
    db.$count(products, onSale),
    db.execute<Facet>(
      sql`select ${products.category} as name, count(*)::int as count from ${products} where ${onSale} group by 1 order by 2 desc, 1`,
    ),
    db.execute<Facet>(
      sql`select occasion as name, count(*)::int as count from ${products}, unnest(${products.occasions}) as occasion where ${onSale} group by 1 order by 2 desc, 1`,
    ),
  ]);
  return { total, categories: categories.rows, occasions: occasions.rows };
}
