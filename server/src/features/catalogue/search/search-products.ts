import type { ListProducts } from '#contract/finding.ts';
import type { Product } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { interpretSearch } from './interpret-search.ts';
import type { SearchGroup } from './search-groups.ts';
import { readVocabulary, type Vocabulary } from './search-vocabulary.ts';

export type WantedSearch = ListProducts & { search: string; limit: number };

/** By what a bouquet was found. */
type Mark = Pick<Product, 'match' | 'group'>;
export type Found<T> = { bouquet: T; mark: Mark };

/** Bouquets that are found by the same thing, in the order asked for. */
export type Section = {
  /** At least one term of each list; without it, those whose name contains the words, who are always the first. */
  all?: string[][];
  /** And the standard size costs so much at least, and less than this. */
  fromPence?: number;
  belowPence?: number;
  mark: Mark;
};

/** Where bouquets are searched for: in the database, or in a small catalogue in memory. Both find the same. */
export type SearchSource<T> = {
  /** Those of one section that are in none before it; where a page begins in the middle of it, after the last one seen. */
  listSection(wanted: WantedSearch, sections: Section[], index: number, page: { isFirst: boolean }): T[] | Promise<T[]>;
  /** The first section that has a bouquet. */
  findSection(wanted: WantedSearch, sections: Section[], id: number): number | undefined | Promise<number | undefined>;
  /** Those whose name is written nearly so, the nearest first. */
  listNear(wanted: WantedSearch): T[] | Promise<T[]>;
};

/** The similarity from which a name is offered as a near spelling. */
export const NEAR_ENOUGH = 0.45;
const NEAR_LIMIT = 8;
/** Shorter searches look in names only. */
const SHORTEST_TERM = 3;
const NO_VOCABULARY: Vocabulary = { entries: [], common: new Set(), bouquets: 0 };

const NAMES: Section = { mark: { match: 'name' } };

/**
 * First bouquets whose name contains the words, as specified; then, each marked with its group, those with such
 * flowers, colours, occasions or categories. Only when nothing was found are misspelt or unknown words replaced by
 * similar ones.
 */
export async function searchProducts<T>(
  deps: Pick<Deps, 'db' | 'responseCache'>,
  wanted: WantedSearch,
  toSource: (vocabulary: Vocabulary) => SearchSource<T>,
): Promise<Found<T>[]> {
  const isShort = [...wanted.search].length < SHORTEST_TERM;
  const vocabulary = isShort ? NO_VOCABULARY : await readVocabulary(deps);
  const source = toSource(vocabulary);
  const read = interpretSearch(wanted.search, vocabulary.entries);
  const together = read.groups.map(toSection);
  const apart = read.apart.map(toSection);
  const isSure = read.isWhole && !read.isCorrected;
  const attempts = isSure ? [[NAMES, ...together], apart] : [[NAMES], together, apart];
  if (wanted.after) return listRest(source, wanted, attempts, wanted.after);

  for (const [index, sections] of attempts.entries()) {
    const found = await listSections(source, wanted, sections);
    if (found.length > 0) return found;
    // A word that is not in the vocabulary is more likely part of a name than a mistake.
    if (index > 0 || read.isWhole) continue;
    const near = await listNearSpellings(source, wanted);
    if (near.length > 0) return near;
  }
  return read.isWhole ? listNearSpellings(source, wanted) : [];
}

const toSection = ({ label, ...conditions }: SearchGroup): Section => ({ ...conditions, mark: { group: label } });

/** One section after the other until the limit is reached, no bouquet twice. */
async function listSections<T>(
  source: SearchSource<T>,
  wanted: WantedSearch,
  sections: Section[],
  from = 0,
): Promise<Found<T>[]> {
  const found: Found<T>[] = [];
  for (const [index, { mark }] of sections.entries()) {
    if (index < from || found.length >= wanted.limit) continue;
    const rest = { ...wanted, limit: wanted.limit - found.length };
    const listed = await source.listSection(rest, sections, index, { isFirst: index === from });
    for (const bouquet of listed) found.push({ bouquet, mark });
  }
  return found;
}

/** The page after a bouquet, in the attempt and the section that found it. */
async function listRest<T>(
  source: SearchSource<T>,
  wanted: WantedSearch,
  attempts: Section[][],
  after: number,
): Promise<Found<T>[]> {
  let index = (await source.findSection(wanted, attempts.flat(), after)) ?? 0;
  for (const attempt of attempts) {
    if (index < attempt.length) return listSections(source, wanted, attempt, index);
    index -= attempt.length;
  }
  return [];
}

async function listNearSpellings<T>(source: SearchSource<T>, wanted: WantedSearch): Promise<Found<T>[]> {
  const near = await source.listNear({ ...wanted, limit: Math.min(wanted.limit, NEAR_LIMIT) });
  return near.map((bouquet) => ({ bouquet, mark: { match: 'near' } }));
}
