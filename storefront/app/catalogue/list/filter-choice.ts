import { MOST_FLOWERS, PRICE_BANDS } from '#contract/filter-words.ts';
import type { Facet, Facets } from '#contract/products.ts';
import { type ListFilters, listAddress, toTitle } from './list-address.ts';

/** In the order in which chosen filters are shown, and where the counts have their options. */
const OPTIONS = {
  category: 'categories',
  occasion: 'occasions',
  colour: 'colours',
  flower: 'flowers',
  price: 'prices',
  pets: 'pets',
} as const;
export type FilterKind = keyof typeof OPTIONS;
// `Object.keys` is typed as string[], whatever the object.
export const KINDS = Object.keys(OPTIONS) as FilterKind[];

const MAY_BE_SEVERAL = ['colour', 'flower', 'price'];

const valuesOf = (filters: ListFilters, kind: FilterKind): string[] => {
  const value = filters[kind]?.toLowerCase();
  if (!value) return [];
  return MAY_BE_SEVERAL.includes(kind) ? value.split(',') : [value];
};

export const optionsOf = (facets: Facets, kind: FilterKind): Facet[] => facets[OPTIONS[kind]];

/** “flowers”, “colours”. */
export const pluralOf = (kind: FilterKind): string => OPTIONS[kind];

export const isOn = (filters: ListFilters, kind: FilterKind, name: string): boolean =>
  valuesOf(filters, kind).includes(name.toLowerCase());

/** With a filter, or without it if it is on. The search is dropped, as few bouquets would match both. */
export function toggle(filters: ListFilters, kind: FilterKind, name: string): ListFilters {
  const [value, values] = [name.toLowerCase(), valuesOf(filters, kind)];
  const others = MAY_BE_SEVERAL.includes(kind) ? values.filter((other) => other !== value) : [];
  const chosen = values.includes(value) ? others : [...others, value].toSorted();
  return { ...filters, search: undefined, [kind]: chosen.join(',') || undefined };
}

/** Whether one more can be chosen. */
export const isFull = (filters: ListFilters, kind: FilterKind): boolean =>
  kind === 'flower' && valuesOf(filters, kind).length >= MOST_FLOWERS;

export type Chosen = { kind: FilterKind; name: string; words: string };

/** Every filter that is on. */
export const listChosen = (filters: ListFilters, facets: Facets): Chosen[] =>
  KINDS.flatMap((kind) =>
    valuesOf(filters, kind).map((value) => {
      const option = optionsOf(facets, kind).find(({ name }) => name.toLowerCase() === value);
      return { kind, name: value, words: wordsOf(kind, option?.name ?? value) };
    }),
  );

export function wordsOf(kind: FilterKind, name: string): string {
  if (kind === 'pets') return 'Safe around pets';
  if (kind === 'price') return PRICE_BANDS.find((band) => band.name === name)?.words ?? name;
  return toTitle(name);
}

/** Lists by one colour or one flower are worth finding elsewhere; there is no end to the combinations. */
export function isForSearchEngines(filters: ListFilters): boolean {
  if (filters.search) return false;
  const { category, occasion, colour, flower, price, pets } = filters;
  const words = [colour, flower, price, pets].filter(Boolean).join(',');
  if (words === '') return true;
  return !category && !occasion && !price && !pets && !words.includes(',');
}

export const hrefOf = (filters: ListFilters) => ({
  to: listAddress(filters),
  ...(!isForSearchEngines(filters) && { rel: 'nofollow' }),
});
