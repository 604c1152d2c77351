import { PRICE_BANDS } from '#contract/filter-words.ts';
import type { ListProducts } from '#contract/finding.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, asc, gte, lt, ne, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { type ChosenTerms, chosenTermsBeside, PRICE_RANGES } from '../search/filter-terms.ts';
import { products } from '../table.ts';
import {
  type Asked,
  comesAfter,
  hasTerms,
  LISTED,
  ORDER,
  toTermPlaceholders,
  toTermValues,
} from './list-conditions.ts';

type Page = ListProducts & { limit: number; range?: { from: number; below: number } };

/**
 * How many bouquets are looked at in the order of the list before the index is asked. If a page of 25 is not among 5,000 of a
 * million, about 5,000 or fewer pass the filters: either way so many are read, whatever the filters and however large the shop.
 */
const WALKED = 5_000;

/**
 * Bouquets that pass filters by their terms, in the order asked for. PostgreSQL guesses badly how many pass several of them, and
 * would read the whole catalogue where it expects a few. So it is told: first along the list, a bounded way, which finds what
 * is common; if that does not fill the page, by the index, which finds what is rare.
 */
export async function listFiltered(db: Database, page: Page) {
  const found: Awaited<ReturnType<typeof listOneRange>> = [];
  for (const range of toRanges(page)) {
    const limit = page.limit - found.length;
    if (limit > 0) found.push(...(await listOneRange(db, { ...page, ...range, limit })));
  }
  return found;
}

/** By price, one band after the other, each from its first price on: a walk from the cheapest would never reach the dearest. */
function toRanges({ sort, price }: Page): Pick<Page, 'price' | 'range'>[] {
  if (!price || (sort !== 'price' && sort !== '-price')) return [{ price }];
  const bands = PRICE_BANDS.flatMap(({ name }) =>
    price.includes(name) ? [{ price: [name], range: PRICE_RANGES[name] }] : [],
  );
  return sort === 'price' ? bands : bands.reverse();
}

async function listOneRange(db: Database, page: Page) {
  const { limit, after, sort, range } = page;
  const chosen = chosenTermsBeside(page);
  const shape = [sort, Boolean(after), ...chosen.map(({ kind }) => kind)].join(' ');
  const statements = pageStatements(db).get(shape) ?? prepareAll(db, page, passes(chosen));
  pageStatements(db).set(shape, statements);
  const values = { limit, after, ...range, ...toTermValues(chosen) };

  const near = await statements.walk.execute(values);
  if (near.length >= limit || !(await statements.isLonger.execute(values))[0]) return near;
  return withIndexes(db, (tx) => prepareIndexed(tx, page, passes(chosen)).execute({ ...values, nothing: 0 }));
}

/** Where PostgreSQL may not read a whole table, even if it believes that to be quicker. */
export const withIndexes = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);
    return run(tx);
  });

const pageStatements = preparedFor(() => new Map<string, ReturnType<typeof prepareAll>>());

const prepareAll = (db: Database, page: Page, fits: SQL | undefined) => ({
  walk: prepareWalk(db, page, fits),
  isLonger: prepareIsLonger(db, page),
});

const toAsked = ({ sort, after }: Page): Asked => ({ sort, after: after && sql.placeholder('after') });

const isNext = (page: Page): SQL | undefined =>
  and(
    comesAfter(toAsked(page)),
    page.range &&
      and(gte(products.pricePence, sql.placeholder('from')), lt(products.pricePence, sql.placeholder('below'))),
  );

const passes = (chosen: ChosenTerms[]): SQL | undefined =>
  and(ne(products.status, 'withdrawn'), ...toTermPlaceholders(chosen).map(hasTerms));

/** Named as the table is, so that its columns are those of the table. */
const NAME = 'products';
const COLUMNS = { ...LISTED, searchTerms: products.searchTerms, filterTerms: products.filterTerms };

/** With the name as it is sorted by: the planner sees by it that the walk is in order, and stops at the limit. */
const prepareWalk = (db: Database, page: Page, fits: SQL | undefined) => {
  const sorted = sql<string>`lower(${products.name})`.as('sorted');
  const next = db
    .select({ ...COLUMNS, sorted })
    .from(products)
    .where(isNext(page))
    .orderBy(...ORDER[page.sort])
    .limit(WALKED)
    .as(NAME);
  return db
    .select(LISTED)
    .from(next)
    .where(fits)
    .orderBy(...(page.sort === 'name' ? [asc(next.sorted), asc(products.id)] : ORDER[page.sort]))
    .limit(sql.placeholder('limit'))
    .prepare('');
};

const prepareIsLonger = (db: Database, page: Page) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(isNext(page))
    .orderBy(...ORDER[page.sort])
    .offset(WALKED)
    .limit(1)
    .prepare('');

/** The offset of nothing keeps the order and the cursor out: an index for them would be walked to its end. */
const prepareIndexed = (tx: Transaction, page: Page, fits: SQL | undefined) => {
  const passing = tx.select(COLUMNS).from(products).where(fits).offset(sql.placeholder('nothing')).as(NAME);
  return tx
    .select(LISTED)
    .from(passing)
    .where(comesAfter(toAsked(page)))
    .orderBy(...ORDER[page.sort])
    .limit(sql.placeholder('limit'))
    .prepare('');
};
