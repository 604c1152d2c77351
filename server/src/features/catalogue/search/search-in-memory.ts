import type { ListProducts } from '#contract/finding.ts';
import type { ProductSort } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { readSmallCatalogue, type SmallBouquet } from '../lists/small-catalogue.ts';
import { chosenTerms, type FilterKind } from './filter-terms.ts';
import { NEAR_ENOUGH, type SearchSource, type Section, searchProducts, type WantedSearch } from './search-products.ts';
import { toTrigrams, wordSimilarity } from './trigrams.ts';

/** What lower case and letters are beyond these depends on the locale of the database. */
const isPlain = (search: string): boolean => /^[ -~]*$/.test(search);
const SHORTEST_PART = 3;

/** The answer to a search as JSON; undefined where the database has to be asked. It would give the same. */
export async function searchInMemory(
  deps: Pick<Deps, 'db' | 'responseCache'>,
  wanted: WantedSearch,
): Promise<string | undefined> {
  const bouquets = isPlain(wanted.search) ? await readSmallCatalogue(deps) : undefined;
  if (!bouquets) return undefined;
  const found = await searchProducts(deps, wanted, () => toSource(bouquets));
  const pieces = found.map(({ bouquet, mark }) => `${bouquet.json.slice(0, -1)},${JSON.stringify(mark).slice(1)}`);
  return `[${pieces.join(',')}]`;
}

type Compare = (left: SmallBouquet, right: SmallBouquet) => number;

const COMPARE: Record<ProductSort, Compare> = {
  new: (left, right) => right.id - left.id,
  price: (left, right) => left.pricePence - right.pricePence || left.id - right.id,
  '-price': (left, right) => right.pricePence - left.pricePence || right.id - left.id,
  name: (left, right) => left.place - right.place,
};

const TERMS: Record<FilterKind, 'searchTerms' | 'filterTerms'> = {
  category: 'searchTerms',
  occasion: 'searchTerms',
  colour: 'searchTerms',
  flower: 'filterTerms',
  price: 'filterTerms',
  pets: 'filterTerms',
};

function toSource(bouquets: SmallBouquet[]): SearchSource<SmallBouquet> {
  return {
    listSection(wanted, sections, index, { isFirst }) {
      const [passes, fits] = [toFilter(wanted), toFit(wanted.search)];
      const follows = isFirst ? toFollows(bouquets, wanted) : () => true;
      return bouquets
        .filter(
          (bouquet) =>
            passes(bouquet) &&
            sections.slice(0, index + 1).findIndex((section) => fits(bouquet, section)) === index &&
            follows(bouquet),
        )
        .toSorted(COMPARE[wanted.sort])
        .slice(0, wanted.limit);
    },
    findSection({ search }, sections, id) {
      const bouquet = bouquets.find((each) => each.id === id);
      const fits = toFit(search);
      const index = bouquet ? sections.findIndex((section) => fits(bouquet, section)) : -1;
      return index < 0 ? undefined : index;
    },
    listNear(wanted) {
      const words = new Set(toTrigrams(wanted.search));
      return bouquets
        .filter(toFilter(wanted))
        .map((bouquet) => ({ bouquet, similarity: wordSimilarity(words, bouquet.trigrams) }))
        .filter(({ similarity }) => similarity >= NEAR_ENOUGH)
        .toSorted((left, right) => right.similarity - left.similarity || right.bouquet.id - left.bouquet.id)
        .slice(0, wanted.limit)
        .map(({ bouquet }) => bouquet);
    },
  };
}

/** Whether a bouquet is of a section. */
function toFit(search: string): (bouquet: SmallBouquet, section: Section) => boolean {
  const word = search.toLowerCase();
  return (bouquet, { all, fromPence = 0, belowPence = Number.POSITIVE_INFINITY }) => {
    const { pricePence, searchTerms } = bouquet;
    if (all)
      return pricePence >= fromPence && pricePence < belowPence && all.every((terms) => hasAny(searchTerms, terms));
    return word.length < SHORTEST_PART ? bouquet.nameGrams.includes(word) : bouquet.name.includes(word);
  };
}

const hasAny = (terms: string[], wanted: string[]): boolean => wanted.some((term) => terms.includes(term));

/** Not withdrawn, and with all that is asked for. */
function toFilter(wanted: ListProducts): (bouquet: SmallBouquet) => boolean {
  const { category, occasion, ids } = wanted;
  const chosen = chosenTerms(wanted);
  return (bouquet) =>
    !bouquet.isWithdrawn &&
    (!category || bouquet.category === category) &&
    (!occasion || bouquet.occasions.includes(occasion)) &&
    (!ids || ids.includes(bouquet.id)) &&
    chosen.every(({ kind, terms }) => hasAny(bouquet[TERMS[kind]], terms));
}

/** Whether a bouquet comes after the last one of the page before, which may be withdrawn meanwhile. */
function toFollows(bouquets: SmallBouquet[], { after, sort }: ListProducts): (bouquet: SmallBouquet) => boolean {
  if (!after) return () => true;
  if (sort === 'new') return ({ id }) => id < after;
  const last = bouquets.find(({ id }) => id === after);
  return (bouquet) => last !== undefined && COMPARE[sort](bouquet, last) > 0;
}
