import type { DeskCatalogue, ListBouquets, ListedBouquet, ProductStatus } from '#contract/desk-catalogue.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, lt, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { products, searchVocabulary } from '../table.ts';
import { LISTED, nameContains, toNamePattern } from './list-conditions.ts';

const { summary, occasions, ...SHOWN } = {
  ...LISTED,
  itemCode: products.itemCode,
  stems: products.stems,
  sold: products.sold,
};

/** A page of the catalogue as the desk sees it, the newest first, with how many there are of each status. */
export async function listBouquets(
  { db }: Pick<Deps, 'db'>,
  { show, find, before, limit }: ListBouquets,
): Promise<DeskCatalogue> {
  const [rows, counts] = await Promise.all([
    db
      .select(SHOWN)
      .from(products)
      .where(
        and(
          show === 'all' ? undefined : eq(products.status, show),
          find ? isFoundBy(find) : undefined,
          before === undefined ? undefined : lt(products.id, before),
        ),
      )
      .orderBy(desc(products.id))
      .limit(limit + 1),
    countByStatus(db),
  ]);
  return { bouquets: rows.slice(0, limit).map(toListed), has_more: rows.length > limit, counts };
}

/** One row of that list. */
export async function findListed(db: Database | Transaction, id: number): Promise<ListedBouquet> {
  const [row] = await db.select(SHOWN).from(products).where(eq(products.id, id));
  if (!row) throw new NotFound('No such bouquet.');
  return toListed(row);
}

/**
 * By a part of the name, of the code, or of the name of a flower in it, which is looked up in the search's vocabulary. Each by an
 * index of its own: in one condition the planner expects too many and reads the whole catalogue.
 */
function isFoundBy(find: string): SQL {
  const name = toNamePattern(find);
  if (name.kind === 'letters') return nameContains(name);
  const stems = sql`array(select ${searchVocabulary.term} from ${searchVocabulary}
    where ${searchVocabulary.term} like 'stem:%' and ${searchVocabulary.term} ilike ${name.pattern})`;
  const found = sql`select ${products.id} from ${products} where ${nameContains(name)}
    union select ${products.id} from ${products} where ${products.itemCode} ilike ${name.pattern}
    union select ${products.id} from ${products} where ${products.searchTerms} && ${stems}`;
  return sql`${products.id} in (${found})`;
}

async function countByStatus(db: Database): Promise<DeskCatalogue['counts']> {
  const rows = await db
    .select({ status: products.status, count: sql<number>`count(*)::int` })
    .from(products)
    .groupBy(products.status);
  const countOf = (status: ProductStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const [on_sale, sold_out, withdrawn] = [countOf('on_sale'), countOf('sold_out'), countOf('withdrawn')];
  return { all: on_sale + sold_out + withdrawn, on_sale, sold_out, withdrawn };
}

type Row = Pick<typeof products.$inferSelect, keyof typeof SHOWN & keyof typeof products.$inferSelect> & {
  largePence: number | null;
  grandPence: number | null;
};

const orNull = (pence: number | null): number | null => (pence === null ? null : toPounds(pence));

const toListed = (row: Row): ListedBouquet => ({
  id: row.id,
  item_code: row.itemCode,
  name: row.name,
  category: row.category,
  picture: row.pictures[0] ?? null,
  stems: row.stems.reduce((sum, { count }) => sum + count, 0),
  sold: row.sold,
  prices: { standard: toPounds(row.pricePence), large: orNull(row.largePence), grand: orNull(row.grandPence) },
  status: row.status,
});
