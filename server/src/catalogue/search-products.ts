import type { ListProducts, Product } from '#contract/products.ts';
import { and, eq, type SQL, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { chosenTerms } from './filter-terms.ts';
import { interpretSearch } from './interpret-search.ts';
import { comesAfter, containsAny, filters, LISTED, nameContains, ORDER, toNamePattern } from './list-conditions.ts';
import { listNearest, listPage } from './list-page.ts';
import type { SearchGroup } from './search-groups.ts';
import { readVocabulary, type Vocabulary } from './search-vocabulary.ts';
import { products } from './table.ts';
import { toProduct } from './to-product.ts';

type Wanted = ListProducts & { search: string; limit: number };
type SearchDeps = Pick<Deps, 'db' | 'responseCache'>;

/** Bouquets that are found by the same condition, in the order asked for. */
type Section = { condition: SQL; mark: Pick<Product, 'match' | 'group'> };

/** The similarity from which a name is offered as a near spelling. */
const NEAR_ENOUGH = 0.45;
const NEAR_LIMIT = 8;
/** Shorter searches look in names only. */
const SHORTEST_TERM = 3;
const NO_VOCABULARY: Vocabulary = { entries: [], common: new Set() };

/**
 * First bouquets whose name contains the words, as specified; then, each marked with its group, those with such
 * flowers, colours, occasions or categories. Only when nothing was found are misspelt or unknown words replaced by
 * similar ones.
 */
export async function searchProducts(deps: SearchDeps, wanted: Wanted): Promise<Product[]> {
  const names: Section = { condition: nameContains(toNamePattern(wanted.search)), mark: { match: 'name' } };
  const isShort = [...wanted.search].length < SHORTEST_TERM;
  const { entries, common } = isShort ? NO_VOCABULARY : await readVocabulary(deps);
  const read = interpretSearch(wanted.search, entries);
  const together = read.groups.map((group) => toSection(group, common));
  const apart = read.apart.map((group) => toSection(group, common));
  const isSure = read.isWhole && !read.isCorrected;
  const attempts = isSure ? [[names, ...together], apart] : [[names], together, apart];
  if (wanted.after) return listRest(deps, wanted, attempts, wanted.after);

  for (const [index, sections] of attempts.entries()) {
    const found = await listSections(deps, wanted, sections);
    if (found.length > 0) return found;
    // A word that is not in the vocabulary is more likely part of a name than a mistake.
    if (index > 0 || read.isWhole) continue;
    const near = await listNearSpellings(deps, wanted);
    if (near.length > 0) return near;
  }
  return read.isWhole ? listNearSpellings(deps, wanted) : [];
}

const toSection = ({ label, all }: SearchGroup, common: Set<string>): Section => ({
  condition: and(...all.map((terms) => containsAny(products.searchTerms, terms, common))) ?? sql`false`,
  mark: { group: label },
});

/** One section after the other until the limit is reached, no bouquet twice. */
async function listSections({ db }: SearchDeps, wanted: Wanted, sections: Section[], from = 0): Promise<Product[]> {
  const found: Product[] = [];
  for (const [index, { condition, mark }] of sections.entries()) {
    if (index < from || found.length >= wanted.limit) continue;
    const earlier = sections.slice(0, index).map((section) => sql`not (${section.condition})`);
    const rows =
      mark.match === 'name'
        ? // They are always the first section.
          await listPage(db, wanted)
        : await db
            .select(LISTED)
            .from(products)
            .where(
              and(
                ...filters({ ...wanted, terms: chosenTerms(wanted) }),
                condition,
                ...earlier,
                index === from ? comesAfter(wanted) : undefined,
              ),
            )
            .orderBy(...ORDER[wanted.sort])
            .limit(wanted.limit - found.length);
    found.push(...rows.map((row) => ({ ...toProduct(row), ...mark })));
  }
  return found;
}

/** The page after a bouquet, in the attempt and the section that found it. */
async function listRest(deps: SearchDeps, wanted: Wanted, attempts: Section[][], after: number): Promise<Product[]> {
  const sections = attempts.flat();
  const cases = sections.map(({ condition }, index) => sql`when ${condition} then ${index}::int`);
  const [row] = await deps.db
    .select({ index: sql<number | null>`case ${sql.join(cases, sql` `)} end` })
    .from(products)
    .where(eq(products.id, after));
  let index = row?.index ?? 0;
  for (const attempt of attempts) {
    if (index < attempt.length) return listSections(deps, wanted, attempt, index);
    index -= attempt.length;
  }
  return [];
}

async function listNearSpellings({ db }: SearchDeps, wanted: Wanted): Promise<Product[]> {
  const rows = await db.transaction(async (tx) => {
    // Only `<%` can use the index; its threshold is a setting of the session.
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(NEAR_ENOUGH)}, true)`);
    return listNearest(tx, { ...wanted, limit: Math.min(wanted.limit, NEAR_LIMIT) });
  });
  return rows.map((row) => ({ ...toProduct(row), match: 'near' as const }));
}
