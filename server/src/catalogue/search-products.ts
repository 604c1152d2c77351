import type { ListProducts, Product } from '#contract/products.ts';
import { and, desc, eq, type SQL, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { interpretSearch } from './interpret-search.ts';
import { comesAfter, filters, holds, holdsAny, LISTED, ORDER } from './list-conditions.ts';
import type { SearchGroup } from './search-groups.ts';
import { readVocabulary, type Vocabulary } from './search-vocabulary.ts';
import { products } from './table.ts';
import { toProduct } from './to-product.ts';

type Wanted = ListProducts & { search: string; limit: number };
type SearchDeps = Pick<Deps, 'db' | 'responseCache'>;

/** Bouquets that are found by the same thing, in the order asked for. */
type Section = { holds: SQL; mark: Pick<Product, 'match' | 'group'> };

/** How alike a name and the words searched for must be to be offered as a near spelling. */
const NEAR_ENOUGH = 0.45;
const NEAR_LIMIT = 8;
/** One or two letters are part of a name and nothing else. */
const SHORTEST_TERM = 3;
const NO_VOCABULARY: Vocabulary = { entries: [], common: new Set() };

/**
 * Names that hold the words first, as specified; then, each marked with its group, bouquets with such flowers, in such a
 * colour, for such an occasion or of such a category. Words that are misspelt or mean nothing to us are taken for what is
 * alike, once nothing was found by what they are.
 */
export async function searchProducts(deps: SearchDeps, wanted: Wanted): Promise<Product[]> {
  const names: Section = { holds: nameHolds(wanted.search), mark: { match: 'name' } };
  const isShort = [...wanted.search].length < SHORTEST_TERM;
  const { entries, common } = isShort ? NO_VOCABULARY : await readVocabulary(deps);
  const read = interpretSearch(wanted.search, entries);
  const together = read.groups.map((group) => toSection(group, common));
  const apart = read.apart.map((group) => toSection(group, common));
  const isSure = read.isWhole && !read.isCorrected;
  const attempts = isSure ? [[names, ...together], apart] : [[names], together, apart];
  if (wanted.after) return listRest(deps, wanted, attempts, wanted.after);

  for (const [place, sections] of attempts.entries()) {
    const found = await listSections(deps, wanted, sections);
    if (found.length > 0) return found;
    // Some word is in no vocabulary: it is rather part of a name than there by mistake.
    if (place > 0 || read.isWhole) continue;
    const near = await listNearSpellings(deps, wanted);
    if (near.length > 0) return near;
  }
  return read.isWhole ? listNearSpellings(deps, wanted) : [];
}

const toSection = ({ label, all }: SearchGroup, common: Set<string>): Section => ({
  holds: and(...all.map((terms) => holdsAny(products.searchTerms, terms, common))) ?? sql`false`,
  mark: { group: label },
});

/** Trigrams find three letters or more; one or two are looked up among the letters and pairs of the name. */
function nameHolds(search: string): SQL {
  if ([...search].length < 3) return holds(products.nameGrams, sql`lower(${search})`);
  const literal = search.replace(/[\\%_]/g, '\\$&');
  return sql`${products.name} ilike ${`%${literal}%`}`;
}

/** One section after the other until there are enough, no bouquet twice. */
async function listSections({ db }: SearchDeps, wanted: Wanted, sections: Section[], from = 0): Promise<Product[]> {
  const found: Product[] = [];
  for (const [place, { holds: held, mark }] of sections.entries()) {
    if (place < from || found.length >= wanted.limit) continue;
    const earlier = sections.slice(0, place).map((section) => sql`not (${section.holds})`);
    const rows = await db
      .select(LISTED)
      .from(products)
      .where(and(...filters(wanted), held, ...earlier, place === from ? comesAfter(wanted) : undefined))
      .orderBy(...ORDER[wanted.sort])
      .limit(wanted.limit - found.length);
    found.push(...rows.map((row) => ({ ...toProduct(row), ...mark })));
  }
  return found;
}

/** What follows a bouquet of the page before, in the attempt and the section that found it. */
async function listRest(deps: SearchDeps, wanted: Wanted, attempts: Section[][], after: number): Promise<Product[]> {
  const sections = attempts.flat();
  const cases = sections.map(({ holds: held }, place) => sql`when ${held} then ${place}::int`);
  const [row] = await deps.db
    .select({ place: sql<number | null>`case ${sql.join(cases, sql` `)} end` })
    .from(products)
    .where(eq(products.id, after));
  let place = row?.place ?? 0;
  for (const attempt of attempts) {
    if (place < attempt.length) return listSections(deps, wanted, attempt, place);
    place -= attempt.length;
  }
  return [];
}

async function listNearSpellings({ db }: SearchDeps, wanted: Wanted): Promise<Product[]> {
  const { search } = wanted;
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
