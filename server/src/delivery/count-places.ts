import type { Day } from '#contract/day.ts';
import { addDays, nextDelivery, nextOpenDay, promiseFor } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';
import { type DayLimits, limitOf } from './read-rules.ts';

/** The class of the advisory locks of days, any number that nothing else uses. */
const DAY_LOCKS = 71_400;
/** Days are tried one after the other; by then something else is wrong. */
const MOST_TRIED = 400;

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

/** Every process counts the places again. It is a column of whatever statement takes a place or gives one back. */
export const ANNOUNCE_PLACES = sql`pg_notify('delivery_changed', 'places')`;

type Search = { now: Date; rules: DeliveryRules; limits: DayLimits; wanted?: Day };

/**
 * Takes a place on the wanted day, or on the first after it that has room. For flowers that must come: days are locked in
 * ascending order, and days further ahead than people may choose are taken too.
 */
export async function takeNextPlace(tx: Transaction, { now, rules, limits, wanted }: Search): Promise<Day> {
  const first = wanted && promiseFor(now, wanted, rules).ok ? wanted : nextDelivery(now, rules).day;
  let day = first;
  for (let tried = 0; tried < MOST_TRIED; tried += 1) {
    if (await takePlace(tx, day, limits)) return day;
    day = nextOpenDay(addDays(day, 1), rules);
  }
  return first;
}
