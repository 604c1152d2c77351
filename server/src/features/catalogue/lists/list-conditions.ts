import type { ListProducts } from '#contract/finding.ts';
import type { ProductSort } from '#contract/products.ts';
import {
  type AnyPgColumn,
  asc,
  desc,
  gt,
  lt,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from '#server/platform/database/drizzle.ts';
import type { ChosenTerms, FilterKind } from '../search/filter-terms.ts';
import { products } from '../table.ts';

/** The columns that a list shows. */
export const LISTED = {
  id: products.id,
  name: products.name,
  category: products.category,
  pricePence: products.pricePence,
  summary: products.summary,
  occasions: products.occasions,
  status: products.status,
  pictures: products.pictures,
  largePence: products.largePence,
  grandPence: products.grandPence,
};

export const ORDER = {
  new: [desc(products.id)],
  price: [asc(products.pricePence), asc(products.id)],
  '-price': [desc(products.pricePence), desc(products.id)],
  name: [asc(sql`lower(${products.name})`), asc(products.id)],
} satisfies Record<ProductSort, SQL[]>;

/** What a list is asked for by: values, or placeholders for them in a statement that is built once. */
type AskedTerms = { kind: FilterKind; terms: string[] | Placeholder };

export type Asked = Pick<ListProducts, 'sort'> & {
  category?: string | Placeholder | undefined;
  occasion?: string | Placeholder | undefined;
  /** Of each kind a bouquet must have one. */
  terms?: AskedTerms[] | undefined;
  ids?: number[] | Placeholder | undefined;
  after?: number | Placeholder | undefined;
};

/** Not withdrawn, and with all that is asked for. */
export function filters({ category, occasion, terms = [], ids }: Asked): (SQL | undefined)[] {
  return [
    ne(products.status, 'withdrawn'),
    category ? sql`lower(${products.category}) = ${category}` : undefined,
    occasion ? contains(products.occasions, sql`${occasion}`) : undefined,
    ...terms.map(hasTerms),
    ids ? sql`${products.id} = any(${asArray(ids)}::int[])` : undefined,
  ];
}

const asArray = (values: unknown[] | Placeholder) => (Array.isArray(values) ? sql.param(values) : values);

/** Placeholders for terms, in a statement that is built once. */
export const toTermPlaceholders = (chosen: ChosenTerms[]): AskedTerms[] =>
  chosen.map(({ kind }) => ({ kind, terms: sql.placeholder(`${kind} terms`) }));

/** The values of these placeholders. */
export const toTermValues = (chosen: ChosenTerms[]): Record<string, string[]> =>
  Object.fromEntries(chosen.map(({ kind, terms }) => [`${kind} terms`, terms]));

const COLUMNS = {
  category: products.searchTerms,
  occasion: products.searchTerms,
  colour: products.searchTerms,
  flower: products.filterTerms,
  price: products.filterTerms,
  pets: products.filterTerms,
} satisfies Record<FilterKind, AnyPgColumn>;

/** Whether a bouquet has any of these terms of one kind. */
export const hasTerms = ({ kind, terms }: AskedTerms): SQL => sql`${COLUMNS[kind]} && ${asArray(terms)}::text[]`;

/**
 * The condition twice, for PostgreSQL's planner only: it assumes that an element it has no statistics for is in one of
 * two hundred rows and would scan the whole catalogue for the first; both conditions together look rare enough to use
 * the index.
 */
export const contains = (column: AnyPgColumn, element: SQL): SQL =>
  sql`${column} @> array[${element}] and ${column} && array[${element}]`;

type NamePattern = { kind: 'letters' | 'part'; pattern: string | Placeholder };

/** Trigrams find three letters or more; for one or two there is an index of the name's letters and pairs. */
export const toNamePattern = (search: string): NamePattern =>
  [...search].length < 3
    ? { kind: 'letters', pattern: search }
    : { kind: 'part', pattern: `%${search.replace(/[\\%_]/g, '\\$&')}%` };

export const nameContains = ({ kind, pattern }: NamePattern): SQL =>
  kind === 'letters' ? contains(products.nameGrams, sql`lower(${pattern})`) : sql`${products.name} ilike ${pattern}`;

/** Whether the column contains any of several elements; the condition twice unless one of them is known to be common. */
export function containsAny(column: AnyPgColumn, elements: string[], common: Set<string>): SQL {
  if (elements.length === 0) return sql`false`;
  const any = sql`${column} && ${sql.param(elements)}::text[]`;
  return elements.some((element) => common.has(element)) ? any : sql`${any} and ${any}`;
}

/** The bouquets after the last one of the page before. */
export function comesAfter({ after, sort }: Asked): SQL | undefined {
  if (!after) return undefined;
  if (sort === 'new') return lt(products.id, after);
  const rank = sort === 'name' ? sql`lower(${products.name})` : sql`${products.pricePence}`;
  const last = sql`(select ${rank}, ${products.id} from ${products} where ${products.id} = ${after})`;
  const key = sql`(${rank}, ${products.id})`;
  return sort === '-price' ? lt(key, last) : gt(key, last);
}
