import type { Product } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gte, lt, type SQL, sql } from '#server/platform/database/drizzle.ts';
import {
  comesAfter,
  containsAny,
  filters,
  LISTED,
  nameContains,
  ORDER,
  toNamePattern,
} from '../lists/list-conditions.ts';
import { listNearest, listPage } from '../lists/list-page.ts';
import { products } from '../table.ts';
import { toProduct } from '../to-product.ts';
import { chosenTerms } from './filter-terms.ts';
import { NEAR_ENOUGH, type SearchSource, type Section, searchProducts, type WantedSearch } from './search-products.ts';
import type { Vocabulary } from './search-vocabulary.ts';
import { toTrigrams } from './trigrams.ts';

/** A search at any size of the catalogue: indexes find what it names. */
export async function searchInDatabase(
  deps: Pick<Deps, 'db' | 'responseCache'>,
  wanted: WantedSearch,
  /** From so many bouquets on, very near spellings are asked for first. */
  many = MANY,
): Promise<Product[]> {
  const found = await searchProducts(deps, wanted, (vocabulary) => toSource(deps, vocabulary, many));
  return found.map(({ bouquet, mark }) => ({ ...toProduct(bouquet), ...mark }));
}

type Row = Awaited<ReturnType<typeof listPage>>[number];

function toSource({ db }: Pick<Deps, 'db'>, { common, bouquets }: Vocabulary, many: number): SearchSource<Row> {
  const toCondition = ({ search }: WantedSearch, { all, fromPence, belowPence }: Section): SQL =>
    all
      ? (and(
          fromPence === undefined ? undefined : gte(products.pricePence, fromPence),
          belowPence === undefined ? undefined : lt(products.pricePence, belowPence),
          ...all.map((terms) => containsAny(products.searchTerms, terms, common)),
        ) ?? sql`true`)
      : nameContains(toNamePattern(search));

  return {
    async listSection(wanted, sections, index, { isFirst }) {
      const section = sections[index];
      if (!section?.all) return listPage(db, wanted);
      const earlier = sections.slice(0, index).map((each) => sql`not (${toCondition(wanted, each)})`);
      return db
        .select(LISTED)
        .from(products)
        .where(
          and(
            ...filters({ ...wanted, terms: chosenTerms(wanted) }),
            toCondition(wanted, section),
            ...earlier,
            isFirst ? comesAfter(wanted) : undefined,
          ),
        )
        .orderBy(...ORDER[wanted.sort])
        .limit(wanted.limit);
    },
    async findSection(wanted, sections, id) {
      const cases = sections.map((section, index) => sql`when ${toCondition(wanted, section)} then ${index}::int`);
      const [row] = await db
        .select({ index: sql<number | null>`case ${sql.join(cases, sql` `)} end` })
        .from(products)
        .where(eq(products.id, id));
      return row?.index ?? undefined;
    },
    listNear: (wanted) =>
      db.transaction(async (tx) => {
        const veryNear = toVeryNear(wanted.search);
        if (bouquets >= many && veryNear > NEAR_ENOUGH) {
          const found = await listAbove(tx, wanted, veryNear);
          if (found.length >= wanted.limit) return found;
        }
        return listAbove(tx, wanted, NEAR_ENOUGH);
      }),
  };
}

/** Of fewer, comparing all that are near enough costs less than asking twice: of 10,000 asking twice took a third more. */
const MANY = 100_000;
/** A letter that is missing, too many or wrong leaves a word all but three of its trigrams. */
const LOST_BY_A_SLIP = 3;
/** PostgreSQL compares in single precision. */
const ROUNDED = 1e-6;

/**
 * The similarity of what one slip makes of the words. Names that are so near share so many trigrams that the index leaves few of them
 * to be compared. If they fill the answer, no other can be in it: the nearest come first.
 */
function toVeryNear(search: string): number {
  const { size } = new Set(toTrigrams(search));
  return 1 - LOST_BY_A_SLIP / size - ROUNDED;
}

async function listAbove(tx: Transaction, wanted: WantedSearch, similarity: number): Promise<Row[]> {
  // Only `<%` can use the index; its threshold is a setting of the session.
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarity)}, true)`);
  return listNearest(tx, wanted);
}
