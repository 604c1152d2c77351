import type { Day } from '#contract/day.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { type DayLimits, limitOf } from './read-rules.ts';

/** The class of the advisory locks of days, any number that nothing else uses. */
const DAY_LOCKS = 71_400;

/**
 * How many orders are on each of these days. A place is an order that is not cancelled, awaiting its payment or paid for: there
 * is no counter that a crash could leave wrong.
 */
export async function countPlaces(db: Database | Transaction, days: readonly Day[]): Promise<Map<Day, number>> {
  if (days.length === 0) return new Map();
  const { rows } = await db.execute<{ day: Day; taken: number }>(sql`
    select delivery_date::text as day, count(*)::integer as taken from orders
    where delivery_date = any(${sql.param([...days])}::date[]) and stage <> 'cancelled' group by delivery_date`);
  return new Map(rows.map(({ day, taken }) => [day, taken]));
}

/**
 * Whether there is room for one more order on this day, until the transaction ends: whoever else wants a place on it waits. Where
 * the day has no limit, nothing is locked or counted. The person and the cart must be locked before.
 */
export async function takePlace(tx: Transaction, day: Day, limits: DayLimits): Promise<boolean> {
  const limit = limitOf(day, limits);
  if (limit === undefined) return true;
  await tx.execute(sql`select pg_advisory_xact_lock(${DAY_LOCKS}, ${day}::date - '2000-01-01'::date)`);
  const taken = (await countPlaces(tx, [day])).get(day) ?? 0;
  if (taken >= limit) return false;
  await tx.execute(sql`select ${ANNOUNCE_PLACES}`);
  return true;
}

/** Those of the days that have room at this moment. Nothing is locked: whoever takes a place looks again. */
export async function listDaysWithPlaces(tx: Transaction, days: readonly Day[], limits: DayLimits): Promise<Day[]> {
  const taken = await countPlaces(
    tx,
    days.filter((day) => limitOf(day, limits) !== undefined),
  );
  return days.filter((day) => (taken.get(day) ?? 0) < (limitOf(day, limits) ?? Number.POSITIVE_INFINITY));
}

/** Every process counts the places again. It is a column of whatever statement takes a place or gives one back. */
export const ANNOUNCE_PLACES = sql`pg_notify('delivery_changed', 'places')`;
