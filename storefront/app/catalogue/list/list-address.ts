import { writeQuery } from '#contract/filter-words.ts';

/** What the list page can be narrowed by, all of it in the address, so that it can be shared. */
export type ListFilters = {
  search?: string;
  category?: string;
  occasion?: string;
  /** These may be several, separated by commas and in alphabetical order. */
  colour?: string;
  flower?: string;
  price?: string;
  pets?: string;
  sort?: string;
};

const NAMES = ['search', 'category', 'occasion', 'colour', 'flower', 'price', 'pets', 'sort'] as const;

export const SORTS = [
  { value: 'new', words: 'Newest first' },
  { value: 'price', words: 'Price, low to high' },
  { value: '-price', words: 'Price, high to low' },
  { value: 'name', words: 'Name, A to Z' },
] as const;

export function readFilters(query: URLSearchParams): ListFilters {
  return Object.fromEntries(NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

/** The query of the list with these filters; what is empty or the default is left out. */
export function listQuery(filters: ListFilters): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = filters[name];
    if (value && !(name === 'sort' && value === 'new')) query.set(name, value);
  }
  return writeQuery(query);
}

export function listAddress(filters: ListFilters): string {
  const query = listQuery(filters);
  return query ? `/product?${query}` : '/product';
}

/** The page of the list that begins after a bouquet, for who has no scripts. */
export const furtherAddress = (filters: ListFilters, after: number): string =>
  `${listAddress(filters)}${listQuery(filters) ? '&' : '?'}after=${after}`;

/** `thank you` → `Thank you`. */
export const toTitle = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
