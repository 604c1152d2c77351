import { ListProducts } from '#contract/finding.ts';
import type { ProductSort } from '#contract/products.ts';

/** A kind of query to /api/products/; no two are alike, so that none is answered from the cache. */
export type QueryKind = { name: string; queries: string[] };

const EACH = 40;
const SEARCH_LIMIT = 50;
const PAGE = 24;
const SORTS: ProductSort[] = ['new', 'price', '-price', 'name'];
/** In names of the demonstration bouquets, and in one of thirty to fifty of the generated ones. */
const COMMON = 'rosy sunday velvet harbour morning coral cottage parlour chapel peony posy'.split(' ');
const CONSONANTS = 'bcdfghjkmnpqrstvwxz';

/** Numbers that look random and are the same in every run. */
const scatter = (number: number) => (number * 7_919 + 104_729) % 99_991;
const sample = <T>(values: T[], number: number): T => values[scatter(number) % values.length] as T;
const times = <T>(make: (number: number) => T): T[] => Array.from({ length: EACH }, (_, number) => make(number));

const toQuery = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

/** The limit goes up by one each time the words begin again. */
function searches(name: string, words: string[]): QueryKind {
  const seen = new Map<string, number>();
  const queries = words.map((word) => {
    const count = seen.get(word) ?? 0;
    seen.set(word, count + 1);
    return toQuery({ search: word, limit: SEARCH_LIMIT + count });
  });
  return { name: `search: ${name}`, queries };
}

/** The longest word without the letter before its last two: Parlur, Courtyrd. */
function misspell(name: string): string {
  const word = name.split(' ').toSorted((left, right) => right.length - left.length)[0] ?? name;
  return `${word.slice(0, -3)}${word.slice(-2)}`;
}

/** Six consonants, which are in no name. */
export const nonsense = (number: number) =>
  Array.from({ length: 6 }, (_, letter) => CONSONANTS[scatter(number * 6 + letter) % CONSONANTS.length]).join('');

function listSearches(names: string[]): QueryKind[] {
  const letters = [...'abcdefghilmnoprstuvwy'];
  const pairs = [...'ae ar er ho in la ll ow or os re ro st te th ve'.split(' ')];
  const words: Record<string, (number: number) => string> = {
    '1 letter': (number) => sample(letters, number),
    '2 letters': (number) => sample(pairs, number),
    '3+ letters, common': (number) => sample(COMMON, number),
    '3+ letters, rare': (number) => sample(names, number).slice(1, -1),
    'near spelling': (number) => misspell(sample(names, number)),
    absent: nonsense,
  };
  return Object.entries(words).map(([name, word]) => searches(name, times(word)));
}

/** First pages differ by their limit, 24 on average; deep ones by the bouquet they come after. */
function listPages(cursors: number[]): QueryKind[] {
  return SORTS.flatMap((sort) => [
    {
      name: `list: ${sort}, first page`,
      queries: times((number) => toQuery({ sort, limit: PAGE - EACH / 2 + number })),
    },
    {
      name: `list: ${sort}, deep page`,
      queries: times((number) => {
        const round = Math.floor(number / cursors.length);
        return toQuery({ sort, limit: PAGE + round, after: cursors[number % cursors.length] ?? 1 });
      }),
    },
  ]);
}

/** The queries to a shop with these names, whose deep pages begin after these ids. */
export const listQueryKinds = (names: string[], cursors: number[]): QueryKind[] => [
  ...listSearches(names),
  ...listPages(cursors),
];

/** A query as the route hands it to the catalogue. */
export const toWanted = (query: string): ListProducts =>
  ListProducts.parse(Object.fromEntries(new URLSearchParams(query)));
