import { formatDay } from '#contract/delivery.ts';
import type { History, HistoryEntry } from '#contract/desk-history.ts';
import type { Actor } from '#contract/done-by.ts';
import { toDoneBy } from '#server/features/staff/done-by.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import {
  describeDetails,
  describeNamed,
  describeNew,
  describeText,
  isMachineId,
  nameInWords,
} from './describe-details.ts';

type Row = { at: Date; actor: Actor | null; staffId: number | null; who: string };
export type EventRow = Row & {
  id: string;
  pressed_at: Date | null;
  what: string;
  order_id: number;
  before: string | null;
  after: string | null;
};
export type LogRow = Row & { id: number; action: string; subject_id: number; details: Record<string, unknown> };

/** What numbers in the log are called now. */
type Names = { staff: Map<number, string>; runs: Map<number, string>; bouquets: Map<number, string> };

const nameOfRun = (number: unknown, day: unknown): string => `Run ${number} of ${formatDay(String(day), 'short')}`;

export async function readNames(db: Database, people: History['people'], log: readonly LogRow[]): Promise<Names> {
  const idsOf = (noun: RegExp) => log.filter(({ action }) => noun.test(action)).map((row) => row.subject_id);
  const [runs, bouquets] = [idsOf(IS_RUN), idsOf(IS_BOUQUET)];
  const [foundRuns, foundBouquets] = await Promise.all([
    db.execute<{ id: number; number: number; day: string }>(
      sql`select id, number, day::text as day from runs where id = any(${sql.param(runs)}::integer[])`,
    ),
    db.execute<{ id: number; name: string }>(
      sql`select id, name from products where id = any(${sql.param(bouquets)}::integer[])`,
    ),
  ]);
  return {
    staff: new Map(people.map(({ id, name }) => [id, name])),
    runs: new Map(foundRuns.rows.map(({ id, number, day }) => [id, nameOfRun(number, day)])),
    bouquets: new Map(foundBouquets.rows.map(({ id, name }) => [id, name])),
  };
}

const IS_RUN = /\brun\b|^sort stops$/;
const IS_BOUQUET = /\bbouquet\b|^set price$|^set sold out$/;

/** Somebody who had no name yet when it was done has one since, or none. */
function toWho(row: Row, { staff }: Names) {
  const by = toDoneBy(row);
  return { ...by, who: by.who.trim() || (row.staffId !== null && staff.get(row.staffId)) || 'Somebody' };
}

const orNothing = (text: string | null): string | null => (text ? describeText(text) : null);

export const toEventEntry = (row: EventRow, names: Names): HistoryEntry => ({
  key: `event-${row.id}`,
  at: row.at.toISOString(),
  pressed_at: row.pressed_at?.toISOString() ?? null,
  ...toWho(row, names),
  what: row.what,
  order: row.order_id,
  customer: null,
  day: null,
  on: null,
  page: null,
  before: orNothing(row.before),
  after: orNothing(row.after),
  details: '',
});

export function toLogEntry(row: LogRow, names: Names): HistoryEntry {
  const { id, at, action, subject_id: subject } = row;
  const { before, after, ...rest } = withDrivers(row.details, names);
  const noun = /\b(order|customer)\b/.exec(action)?.[1];
  const said = Object.entries(rest).filter(([name, value]) => !isSaidAlready(action, name) && !isMachineId(value));
  return {
    key: `log-${id}`,
    at: at.toISOString(),
    pressed_at: null,
    ...toWho(row, names),
    what: action,
    order: noun === 'order' && subject > 0 ? subject : null,
    customer: noun === 'customer' && subject > 0 ? subject : null,
    day: dayOf(action, subject),
    ...(noun ? { on: null, page: null } : toSubject(row, names)),
    before: describeDetails(before),
    after: before === undefined ? describeNew(after) : describeDetails(after),
    details: said.map(([name, value]) => describeFact(name, value)).join(', '),
  };
}

function describeFact(name: string, value: unknown): string {
  if (name === 'days' && typeof value === 'number') return value === 1 ? '1 day' : `${value} days`;
  return `${nameInWords(name)}: ${describeNamed(name, value) ?? 'none'}`;
}

/** What it was done to is named where it was done. */
const isSaidAlready = (action: string, name: string): boolean =>
  (name === 'code' && /\bcode\b/.test(action)) ||
  (/^(close|open) days$/.test(action) && (name === 'from' || name === 'to')) ||
  (/\brun$/.test(action) && (name === 'number' || name === 'day'));

type Subject = Pick<HistoryEntry, 'on' | 'page'>;

function toSubject({ action, subject_id: subject, details }: LogRow, names: Names): Subject {
  if (/^(close|open) days$/.test(action)) return { on: nameOfRange(details), page: null };
  if (subject <= 0) return { on: null, page: null };
  if (IS_RUN.test(action)) {
    const removed = details.number && details.day ? nameOfRun(details.number, details.day) : `Run ${subject}`;
    return { on: names.runs.get(subject) ?? removed, page: null };
  }
  if (IS_BOUQUET.test(action))
    return { on: names.bouquets.get(subject) ?? `Bouquet ${subject}`, page: `catalogue/${subject}` };
  if (/\bstaff\b/.test(action)) return { on: names.staff.get(subject) ?? `Colleague ${subject}`, page: null };
  const noun = /\b(claim|review|code|capture)\b/.exec(action)?.[1];
  if (noun === 'code' && typeof details.code === 'string')
    return { on: `Code ${details.code}`, page: `codes/${details.code}` };
  if (noun === undefined) return { on: null, page: null };
  return { on: `${toTitle(noun)} ${subject}`, page: noun === 'claim' ? `claims/${subject}` : null };
}

function nameOfRange({ from, to }: Record<string, unknown>): string {
  const [first, last] = [String(from), String(to)];
  if (first === last) return describeText(first);
  return `${formatDay(first, 'short')} to ${describeText(last)}`;
}

/** A driver is told by name. */
function withDrivers(details: Record<string, unknown>, { staff }: Names): Record<string, unknown> {
  const rename = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('driverId' in value)) return value;
    const { driverId, ...others } = value;
    return { driver: typeof driverId === 'number' ? (staff.get(driverId) ?? 'somebody') : null, ...others };
  };
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, rename(value)]));
}

/** Of what is done to a day the subject is its date, as 20261117. */
function dayOf(action: string, subject: number): string | null {
  const date = OF_A_DAY.has(action) && /^(\d{4})(\d{2})(\d{2})$/.exec(String(subject));
  return date ? `${date[1]}-${date[2]}-${date[3]}` : null;
}
const OF_A_DAY = new Set(['set day', 'mark stems bought', 'count cooler']);

const toTitle = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);
