import type { ListProducts } from '#contract/finding.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, desc, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { chosenTerms } from '../search/filter-terms.ts';
import { products } from '../table.ts';
import {
  comesAfter,
  filters,
  LISTED,
  nameContains,
  ORDER,
  toNamePattern,
  toTermPlaceholders,
  toTermValues,
} from './list-conditions.ts';

type Connection = Database | Transaction;
type Page = ListProducts & { limit: number };

/** Bouquets that pass the filters, in the order asked for; in a search, those whose name contains the words. */
export function listPage(db: Connection, page: Page) {
  const { search, sort, ...values } = page;
  const name = search ? toNamePattern(search) : undefined;
  const shape = [sort, name?.kind, ...shapeOf(page)].join(' ');
  const all = { ...values, ...toTermValues(chosenTerms(page)), name: name?.pattern };
  return findOr(pageStatements(db), shape, () => preparePage(db, page)).execute(all);
}

/** Those whose name is written nearly so, the nearest first. */
export function listNearest(tx: Transaction, page: Page & { search: string }) {
  const shape = shapeOf(page).join(' ');
  return findOr(nearestStatements(tx), shape, () => prepareNearest(tx, page)).execute({
    ...page,
    ...toTermValues(chosenTerms(page)),
  });
}

/** Statements by what they filter: building one takes longer than running it. */
const pageStatements = preparedFor(() => new Map<string, ReturnType<typeof preparePage>>());
const nearestStatements = preparedFor(() => new Map<string, ReturnType<typeof prepareNearest>>());

const shapeOf = (page: Page) => [
  ...[page.category, page.occasion, page.after, page.ids].map(Boolean),
  ...chosenTerms(page).map(({ kind }) => kind),
];

function findOr<T>(known: Map<string, T>, shape: string, prepare: () => T): T {
  const found = known.get(shape) ?? prepare();
  known.set(shape, found);
  return found;
}

/** With a placeholder for each value that there is. */
const toPlaceholders = (page: Page) => ({
  sort: page.sort,
  category: page.category && sql.placeholder('category'),
  occasion: page.occasion && sql.placeholder('occasion'),
  terms: toTermPlaceholders(chosenTerms(page)),
  ids: page.ids && sql.placeholder('ids'),
  after: page.after && sql.placeholder('after'),
});

/** Without a name: `auto-prepare.ts` decides whether PostgreSQL prepares it. */
function preparePage(db: Connection, page: Page) {
  const asked = toPlaceholders(page);
  const name = page.search
    ? nameContains({ ...toNamePattern(page.search), pattern: sql.placeholder('name') })
    : undefined;
  return db
    .select(LISTED)
    .from(products)
    .where(and(...filters(asked), name, comesAfter(asked)))
    .orderBy(...ORDER[page.sort])
    .limit(sql.placeholder('limit'))
    .prepare('');
}

function prepareNearest(tx: Connection, page: Page) {
  const search = sql.placeholder('search');
  return tx
    .select(LISTED)
    .from(products)
    .where(and(...filters(toPlaceholders(page)), sql`${search} <% ${products.name}`))
    .orderBy(desc(sql`word_similarity(${search}, ${products.name})`), desc(products.id))
    .limit(sql.placeholder('limit'))
    .prepare('');
}
