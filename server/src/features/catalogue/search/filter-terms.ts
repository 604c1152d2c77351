import type { PRICE_BANDS } from '#contract/filter-words.ts';
import type { NarrowFacets } from '#contract/finding.ts';
import type { Facets } from '#contract/products.ts';

/** The kinds of filters, and how the columns `search_terms` and `filter_terms` name their values. */
export const KINDS = ['category', 'occasion', 'colour', 'flower', 'price', 'pets'] as const;
export type FilterKind = (typeof KINDS)[number];

/** Where the counts have them. */
export const OPTIONS = {
  category: 'categories',
  occasion: 'occasions',
  colour: 'colours',
  flower: 'flowers',
  price: 'prices',
  pets: 'pets',
} as const satisfies Record<FilterKind, keyof Facets>;

/** From which price to which a band reaches, in pence, as the function `filter_terms` has it. */
export const PRICE_RANGES = {
  'under-35': { from: 0, below: 35_00 },
  '35-50': { from: 35_00, below: 50_00 },
  '50-70': { from: 50_00, below: 70_00 },
  'from-70': { from: 70_00, below: 2 ** 31 - 1 },
} satisfies Record<(typeof PRICE_BANDS)[number]['name'], { from: number; below: number }>;

/** Those that lists compare with their terms alone. */
const OF_THE_TERMS: FilterKind[] = ['colour', 'flower', 'price', 'pets'];

/** The terms of one kind that are asked for: a bouquet passes with any of them. */
export type ChosenTerms = { kind: FilterKind; terms: string[] };

function listChosen(wanted: Partial<NarrowFacets>, kinds: readonly FilterKind[]): ChosenTerms[] {
  return kinds.flatMap((kind) => {
    const value = wanted[kind] ?? [];
    const values = Array.isArray(value) ? value : [value];
    return values.length > 0 ? [{ kind, terms: values.map((one) => `${kind}:${one}`) }] : [];
  });
}

/** What is chosen besides category and occasion, which lists look up in columns of their own. */
export const chosenTerms = (wanted: Partial<NarrowFacets>): ChosenTerms[] => listChosen(wanted, OF_THE_TERMS);

/** Everything that is chosen, without the kind that is counted. */
export const chosenTermsBeside = (wanted: Partial<NarrowFacets>, counted?: FilterKind): ChosenTerms[] =>
  listChosen(
    wanted,
    KINDS.filter((kind) => kind !== counted),
  );
