import type { History, HistoryEntry, ListHistory } from '#contract/desk-history.ts';
import type { Deps } from '#server/deps.ts';
import { BY_STAFF } from '#server/features/orders/paid/table.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';
import { type EventRow, type LogRow, readNames, toEventEntry, toLogEntry } from './to-history-entry.ts';
import { isToldOnce } from './told-once.ts';

/**
 * What people who work here did to orders, and everything else that the desk logs, in one list, one row for one act. Each of the two
 * is read by its own ids, so that a page costs the same however long the history is; a page ends at a place in both.
 */
export async function listHistory({ db }: Pick<Deps, 'db'>, wanted: ListHistory): Promise<History> {
  const place = readPlace(wanted.before);
  const kinds = await listKinds(db);
  const [eventRows, logRows, people] = await Promise.all([
    readEvents(db, wanted, place.events),
    readLog(db, wanted, kinds, place.log),
    listPeople(db),
  ]);
  const names = await readNames(db, people, logRows);
  const merged = [
    ...eventRows.map((row) => ({ at: row.at, isEvent: true, id: Number(row.id), entry: toEventEntry(row, names) })),
    ...logRows.map((row) => ({ at: row.at, isEvent: false, id: row.id, entry: toLogEntry(row, names) })),
  ].toSorted((left, right) => right.at.getTime() - left.at.getTime() || right.id - left.id);
  const shown = inOrderOfIds(merged).slice(0, wanted.limit);
  // Of each kind the last that was shown; where none was, the page goes on from where it began.
  const lastOf = (isEvent: boolean, from: number): number =>
    shown.findLast((one) => one.isEvent === isEvent)?.id ?? from;
  const next = `${lastOf(true, place.events)}.${lastOf(false, place.log)}`;
  return {
    entries: shown.map(({ entry }) => entry),
    next: merged.length > wanted.limit ? next : null,
    people,
    kinds,
  };
}

/** Whoever was invited and has no name yet is told by the address. */
const listPeople = async (db: Database): Promise<{ id: number; name: string }[]> =>
  (
    await db.execute<{ id: number; name: string }>(
      sql`select id, coalesce(nullif(trim(name), ''), email) as name from staff order by name, id`,
    )
  ).rows;

/** Bytes of one entry, as they are stored. */
const MOST_STORED = 8_000;

/** Larger than any id of either table. */
const LATEST = { events: 999_999_999_999_999, log: 2_147_483_647 };

/** Where a page begins, in both. */
function readPlace(before: string | undefined): { events: number; log: number } {
  const [events = LATEST.events, log = LATEST.log] = before?.split('.').map(Number) ?? [];
  return { events, log: Math.min(log, LATEST.log) };
}

type Merged = { isEvent: boolean; id: number; at: Date; entry: HistoryEntry };

/**
 * Of two that were recorded at once the later id may have the earlier time. Within each list the ids decide, so that a page
 * never ends between two of them and leaves one out.
 */
function inOrderOfIds(merged: Merged[]): Merged[] {
  const byId = (isEvent: boolean) =>
    merged.filter((one) => one.isEvent === isEvent).toSorted((left, right) => right.id - left.id);
  const queues = { event: byId(true), log: byId(false) };
  return merged.map(({ isEvent }) => (isEvent ? queues.event : queues.log).shift() as Merged);
}

/** Every kind there is, by skipping from one to the next in the index. */
async function listKinds(db: Database): Promise<string[]> {
  const distinct = (column: string, table: string, where: string) => `
    (with recursive kinds as (
      (select ${column} as kind from ${table} where ${where} order by ${column} limit 1)
      union all
      select (select ${column} from ${table} where (${where}) and ${column} > kinds.kind order by ${column} limit 1)
      from kinds where kinds.kind is not null)
    select kind from kinds where kind is not null)`;
  const statement = `${distinct('what', 'order_events', BY_STAFF)} union ${distinct('action', 'desk_log', 'true')} order by kind`;
  return (await db.execute<{ kind: string }>(sql.raw(statement))).rows.map(({ kind }) => kind);
}

/** By the index of days, in which the entries of a day are in the order of their ids. */
const isOn = (day: string): SQL => sql`london_day(at) = ${day}`;

async function readEvents(db: Database, wanted: ListHistory, before: number): Promise<EventRow[]> {
  const { person, order, day, kind, limit } = wanted;
  const filters = [
    sql`(${sql.raw(BY_STAFF)})`,
    sql`id < ${before}`,
    ...(person === undefined ? [] : [sql`staff_id = ${person}`]),
    ...(order === undefined ? [] : [sql`order_id = ${order}`]),
    ...(day === undefined ? [] : [isOn(day)]),
    kind === undefined ? isToldOnce(order) : sql`what = ${kind}`,
  ];
  const statement = sql`select id, at, pressed_at, actor, staff_id as "staffId", who, what, order_id, before, after from order_events
    where ${sql.join(filters, sql` and `)} order by id desc limit ${limit + 1}`;
  return (await db.execute<EventRow>(statement)).rows.map(withDates);
}

/** A file that changes thousands of bouquets is stored with all of them, and no page needs megabytes. */
const SHOWN_DETAILS = sql`case when pg_column_size(details) <= ${MOST_STORED} then details
  else details - 'before' - 'after' || '{"left_out": "what it changed is too long to show here"}'::jsonb end`;

async function readLog(db: Database, wanted: ListHistory, kinds: readonly string[], before: number): Promise<LogRow[]> {
  const { person, order, day, kind, limit } = wanted;
  const ofOrders = kinds.filter((known) => /\border$/.test(known));
  if (order !== undefined && ofOrders.length === 0) return [];
  const filters = [
    sql`id < ${before}`,
    ...(person === undefined ? [] : [sql`staff_id = ${person}`]),
    ...(order === undefined ? [] : [sql`subject_id = ${order} and action in ${ofOrders}`]),
    ...(day === undefined ? [] : [isOn(day)]),
    ...(kind === undefined ? [] : [sql`action = ${kind}`]),
  ];
  const statement = sql`select id, at, actor, staff_id as "staffId", who, action, subject_id, ${SHOWN_DETAILS} as details from desk_log
    where ${sql.join(filters, sql` and `)} order by id desc limit ${limit + 1}`;
  return (await db.execute<LogRow>(statement)).rows.map(withDates);
}

/** A statement of our own returns moments as text. */
const withDates = <T extends { at: Date | string; pressed_at?: Date | string | null }>(row: T): T => ({
  ...row,
  at: new Date(row.at),
  ...(row.pressed_at && { pressed_at: new Date(row.pressed_at) }),
});
