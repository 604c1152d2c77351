import type { ListProducts, Product, ProductSort } from '#contract/products.ts';
import { type AnyPgColumn, and, asc, desc, gt, lt, ne, type SQL, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { products } from './table.ts';
import { toProduct } from './to-product.ts';

const LISTED = {
  id: products.id,
  name: products.name,
  category: products.category,
  pricePence: products.pricePence,
  summary: products.summary,
  occasions: products.occasions,
  status: products.status,
  pictures: products.pictures,
};

const ORDER = {
  new: [desc(products.id)],
  price: [asc(products.pricePence), asc(products.id)],
  '-price': [desc(products.pricePence), desc(products.id)],
  name: [asc(sql`lower(${products.name})`), asc(products.id)],
} satisfies Record<ProductSort, SQL[]>;

/** How alike a name and the words searched for must be to be offered as a near spelling. */
const NEAR_ENOUGH = 0.45;
const NEAR_LIMIT = 8;

/** The bouquets on sale that fit, in the order asked for. Finds near spellings when no name holds the words. */
export async function listProducts({ db }: Deps, wanted: ListProducts & { limit: number }): Promise<Product[]> {
  const rows = await db
    .select(LISTED)
    .from(products)
    .where(and(...filters(wanted), nameHolds(wanted.search), comesAfter(wanted)))
    .orderBy(...ORDER[wanted.sort])
    .limit(wanted.limit);
  if (!wanted.search) return rows.map(toProduct);
  if (rows.length > 0) return rows.map((row) => ({ ...toProduct(row), match: 'name' as const }));
  if (wanted.after) return [];
  return listNearSpellings(db, wanted, wanted.search);
}

async function listNearSpellings(
  db: Deps['db'],
  wanted: ListProducts & { limit: number },
  search: string,
): Promise<Product[]> {
  const likeness = sql<number>`word_similarity(${search}, ${products.name})`;
  const rows = await db.transaction(async (tx) => {
    // `<%` alone can use the index; how alike is alike enough is a setting of the session.
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(NEAR_ENOUGH)}, true)`);
    return tx
      .select(LISTED)
      .from(products)
      .where(and(...filters(wanted), sql`${search} <% ${products.name}`))
      .orderBy(desc(likeness), desc(products.id))
      .limit(Math.min(wanted.limit, NEAR_LIMIT));
  });
  return rows.map((row) => ({ ...toProduct(row), match: 'near' as const }));
}

function filters({ category, occasion }: ListProducts): (SQL | undefined)[] {
  return [
    ne(products.status, 'withdrawn'),
    category ? sql`lower(${products.category}) = ${category}` : undefined,
    occasion ? holds(products.occasions, sql`${occasion}`) : undefined,
  ];
}

/**
 * Said twice, for the planner alone: it takes an element that it has never seen for one in two hundred and would walk the
 * whole catalogue in search of the first; both together it takes for rare enough to ask the index.
 */
const holds = (column: AnyPgColumn, element: SQL): SQL =>
  sql`${column} @> array[${element}] and ${column} && array[${element}]`;

/** Trigrams find three letters or more; one or two are looked up among the letters and pairs of the name. */
function nameHolds(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  if ([...search].length < 3) return holds(products.nameGrams, sql`lower(${search})`);
  const literal = search.replace(/[\\%_]/g, '\\$&');
  return sql`${products.name} ilike ${`%${literal}%`}`;
}

function comesAfter({ after, sort }: ListProducts): SQL | undefined {
  if (!after) return undefined;
  if (sort === 'new') return lt(products.id, after);
  const rank = sort === 'name' ? sql`lower(${products.name})` : sql`${products.pricePence}`;
  const last = sql`(select ${rank}, ${products.id} from ${products} where ${products.id} = ${after})`;
  const place = sql`(${rank}, ${products.id})`;
  return sort === '-price' ? lt(place, last) : gt(place, last);
}
