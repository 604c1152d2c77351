import { londonDay } from '#contract/delivery.ts';
import type { FindOrders, FoundOrder, FoundOrders, OrderCounts, OrderFilter } from '#contract/desk-find-orders.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';
import { listTroubles } from './list-troubles.ts';
import { readTickets } from './read-tickets.ts';
import { isIndexed, toIndexed, toPatterns } from './search-patterns.ts';

/** How far a search looks. */
const LIMITS = {
  /** Of what is expected no oftener than this, the index has all at once. */
  rare: 1_000,
  /** So many of the newest are looked through by themselves: what is common is among them. */
  newest: 5_000,
  /** What is common among old orders alone would take too long to read, by the estimate and, where that is wrong, by the clock. */
  mostFitting: 20_000,
  mostMs: 100,
};
const MOST_COUNTED = 100;

type FindDeps = Pick<Deps, 'clock' | 'db'>;
type Page = { ids: number[]; isCut: boolean };
type LimitedSearch = FindOrders & { limits: typeof LIMITS };

/** A page of orders that fit, the newest first. It takes as long at a million orders as at ten thousand. */
export async function findOrders({ clock, db }: FindDeps, wanted: FindOrders, limits = LIMITS): Promise<FoundOrders> {
  const now = clock.now();
  const [exact, { ids, isCut }] = await Promise.all([findExact(db, wanted.q), listIds(db, { ...wanted, limits }, now)]);
  const isBack = wanted.after !== undefined;
  const hasMore = ids.length > wanted.limit;
  const shown = isBack ? ids.slice(0, wanted.limit).toReversed() : ids.slice(0, wanted.limit);
  return {
    orders: await readFound(db, shown, now),
    older: isBack ? true : hasMore,
    newer: isBack ? hasMore : wanted.before !== undefined,
    is_cut: isCut,
    exact,
  };
}

/** The numbers on the chips, each counted no further than anybody reads. */
export async function countOrders({ clock, db }: FindDeps): Promise<OrderCounts> {
  const upTo = (stage: string) => sql`(select count(*)::integer from
    (select from orders where stage = ${stage} limit ${MOST_COUNTED}) as counted)`;
  const { rows } = await db.execute<{ to_tie: number; out: number }>(
    sql`select ${upTo('to tie')} as to_tie, ${upTo('out')} as out`,
  );
  const troubles = await listTroubles(db, clock.now());
  const { to_tie, out } = rows[0] ?? { to_tie: 0, out: 0 };
  return { to_tie, out, trouble: Math.min(MOST_COUNTED, troubles.length) };
}

async function findExact(db: Database, q: string): Promise<number | null> {
  const number = Number(/^#?([1-9]\d{0,9})$/.exec(q)?.[1] ?? 0);
  if (number === 0 || number > 2_147_483_647) return null;
  const { rows } = await db.execute(sql`select from orders where id = ${number}`);
  return rows.length > 0 ? number : null;
}

async function listIds(db: Database, wanted: LimitedSearch, now: Date): Promise<Page> {
  const [patterns, condition] = await Promise.all([toPatterns(db, wanted.q), conditionOf(db, wanted.show, now)]);
  const source = sourceOf(wanted, condition);
  if (patterns.length === 0) return { ids: await idsOf(db, sql`${source} limit ${wanted.limit + 1}`), isCut: false };
  const fits = all(patterns.map((pattern) => sql`found.words like ${pattern}`));
  const indexed = patterns.filter(isIndexed).map((pattern) => sql`words like ${toIndexed(pattern)}`);
  const expected = indexed.length > 0 ? await estimate(db, all(indexed)) : Number.POSITIVE_INFINITY;
  const search = { indexed: all(indexed), fits, condition };
  const isRare = expected <= wanted.limits.rare;
  const rare = isRare ? await searchAll(db, wanted, search) : undefined;
  if (rare) return { ids: rare, isCut: false };
  const newest = await idsOf(
    db,
    sql`select id from (${newestOf(wanted, source)}) as found where ${fits}
      order by id ${directionOf(wanted)} limit ${wanted.limit + 1}`,
  );
  if (newest.length > wanted.limit) return { ids: newest, isCut: false };
  const looked = await idsOf(db, sql`${source} limit 1 offset ${wanted.limits.newest}`);
  if (looked.length === 0) return { ids: newest, isCut: false };
  const isReadable = !isRare && expected <= wanted.limits.mostFitting;
  const found = isReadable ? await searchAll(db, wanted, search) : undefined;
  return found ? { ids: found, isCut: false } : { ids: newest, isCut: true };
}

const isFiltered = ({ show, day }: FindOrders): boolean => show !== undefined || day !== undefined;

/**
 * The newest few with their words, one by one: by the index of the words two letters would read all that there are, and a join might
 * read every order.
 */
const newestOf = (wanted: LimitedSearch, source: SQL): SQL =>
  isFiltered(wanted)
    ? sql`select newest.id, each.words from (${source} limit ${wanted.limits.newest}) as newest
        cross join lateral (select words from order_search where order_id = newest.id offset 0) as each`
    : sql`select order_id as id, words from order_search where ${pageOf(wanted, sql`order_id`)}
        order by order_id ${directionOf(wanted)} limit ${wanted.limits.newest}`;

const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` and `);

/** How many orders have such words, as PostgreSQL's statistics of them say. */
async function estimate(db: Database, indexed: SQL): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select from order_search where ${indexed}`,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** By the index of the words. Undefined if so many fit that it takes too long. */
async function searchAll(
  db: Database,
  wanted: LimitedSearch,
  { indexed, fits, condition }: { indexed: SQL; fits: SQL; condition: SQL },
): Promise<number[] | undefined> {
  // Of those that were found each is looked at: the others of the chip need not be read.
  const isChosen = sql`and exists (select from orders where orders.id = found.id and ${condition}
    ${wanted.day === undefined ? sql`` : sql`and orders.delivery_date = ${wanted.day}`})`;
  const page = sql`with found as materialized (
      select order_id as id, words from order_search where ${indexed} and ${pageOf(wanted, sql`order_id`)})
    select id from found where ${fits} ${isFiltered(wanted) ? isChosen : sql``}
    order by id ${directionOf(wanted)} limit ${wanted.limit + 1}`;
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(wanted.limits.mostMs)}, true)`);
      return idsOf(tx, page);
    });
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}

const isTimeout = (error: unknown): boolean =>
  [error, (error as { cause?: unknown }).cause].some(
    (each) => (each as { code?: unknown } | undefined)?.code === '57014',
  );

const directionOf = ({ after }: FindOrders) => (after === undefined ? sql`desc` : sql`asc`);

/** The side of the page before on which this one lies. */
function pageOf({ before, after }: FindOrders, id: SQL): SQL {
  if (after !== undefined) return sql`${id} > ${after}`;
  return before === undefined ? sql`true` : sql`${id} < ${before}`;
}

/** What the chip and the day leave, in the order of the list, each by an index of its own. */
function sourceOf(wanted: FindOrders, condition: SQL): SQL {
  const inOrder = sql`and ${pageOf(wanted, sql`orders.id`)} order by orders.id ${directionOf(wanted)}`;
  // Of one day there are few: they are read first, and not every order of a stage or of no stage.
  if (wanted.day !== undefined)
    return sql`select orders.id from (select * from orders where delivery_date = ${wanted.day} offset 0) as orders
      where ${condition} ${inOrder}`;
  return sql`select orders.id from orders where ${condition} ${inOrder}`;
}

async function conditionOf(db: Database, show: OrderFilter | undefined, now: Date): Promise<SQL> {
  if (show === undefined) return sql`true`;
  if (show === 'trouble') return sql`orders.id = any(${sql.param(await listTroubles(db, now))}::integer[])`;
  if (show === 'refunded') return sql`orders.id in (select order_id from order_search where refunded)`;
  if (show === 'replacements') return sql`orders.replaces_order_id is not null`;
  return sql`orders.stage = ${show}`;
}

type Executor = Pick<Database, 'execute'>;

async function idsOf(db: Executor, statement: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(statement);
  return rows.map(({ id }) => id);
}

type Extra = { id: number; buyer: string | null; pence: number; refunded: boolean; is_first: boolean };

/** In the order of the ids. What awaits its payment is among them only if PayPal was asked and has not decided. */
async function readFound(db: Database, ids: number[], now: Date): Promise<FoundOrder[]> {
  if (ids.length === 0) return [];
  const [tickets, { rows }] = await Promise.all([
    readTickets(db, ids, londonDay(now)),
    db.execute<Extra>(sql`
      select orders.id, orders.buyer, order_search.refunded,
        orders.user_id is not null and orders.replaces_order_id is null and not exists (
          select from orders as earlier where earlier.user_id = orders.user_id and earlier.id < orders.id
            and earlier.stage not in ('awaiting payment', 'cancelled')) as is_first,
        (select coalesce(sum(pence), 0)::integer from order_sums where order_sums.order_id = orders.id) as pence
      from orders inner join order_search on order_search.order_id = orders.id
      where orders.id = any(${sql.param(ids)}::integer[])`),
  ]);
  const extras = new Map(rows.map((row) => [row.id, row]));
  const found = new Map(
    tickets.map((ticket): [number, FoundOrder] => {
      const extra = extras.get(ticket.id);
      const { id, stage, recipient, district, arrives_on, paid_at, troubles } = ticket;
      return [
        id,
        {
          id,
          stage,
          recipient,
          district,
          arrives_on,
          paid_at,
          troubles,
          bouquets: ticket.lines
            .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
            .join(', '),
          picture: ticket.lines[0]?.picture ?? null,
          buyer: extra?.buyer ?? '',
          paid: toPounds(extra?.pence ?? 0),
          flags: [
            ...(extra?.is_first ? (['first order'] as const) : []),
            ...ticket.flags,
            ...(extra?.refunded ? (['refunded'] as const) : []),
          ],
        },
      ];
    }),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}
