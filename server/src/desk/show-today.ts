import type { Day } from '#contract/day.ts';
import {
  addDays,
  countDays,
  findClosure,
  lastMoment,
  londonDay,
  nextDelivery,
  promiseFor,
} from '#contract/delivery.ts';
import type { DayTile, SheetRun, Today } from '#contract/desk.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { countPlaces } from '#server/features/delivery/count-places.ts';
import { AS_THEY_LEAVE, runs } from '#server/features/runs/table.ts';
import { staff } from '#server/features/staff/table.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { readTickets } from './read-tickets.ts';

type SheetDeps = Pick<Deps, 'clock' | 'db' | 'delivery'>;

/** The strip has a week, and begins yesterday. */
const TILES = 7;
/** How far back what was left undone is looked for, and how much of it is shown. */
const LATE_DAYS = 14;
const MOST_LATE = 100;
/** Further away there is nothing to see. */
const FURTHEST_DAYS = 366;

/** The sheet of a day: what leaves the shop on it, run by run, and what is in trouble. */
export async function showToday({ clock, db, delivery }: SheetDeps, wanted?: Day): Promise<Today> {
  const now = clock.now();
  const today = londonDay(now);
  const day = wanted ?? today;
  if (Math.abs(countDays(today, day)) > FURTHEST_DAYS) throw new Invalid({ day: ['That is more than a year away.'] });
  const { rules } = delivery.terms();
  const week = listWeek(today, day);
  const dialDay = promiseFor(now, day, rules).ok ? day : nextDelivery(now, rules).day;
  const [tickets, onSheet, counted, places] = await Promise.all([
    listIds(db, day, today).then((ids) => readTickets(db, ids, today)),
    listSheetRuns(db, day),
    countLeaving(db, week),
    countPlaces(db, [...new Set([...week, dialDay])]),
  ]);
  const holds = (each: Day) => {
    const left = delivery.placesLeft(each);
    return left === null ? null : left + (places.get(each) ?? 0);
  };
  return {
    day,
    today,
    now: now.toISOString(),
    dial: {
      day: dialDay,
      closes_at: lastMoment(dialDay, rules).toISOString(),
      booked: places.get(dialDay) ?? 0,
      left: delivery.placesLeft(dialDay),
    },
    tiles: week.map((each) => ({
      day: each,
      booked: places.get(each) ?? 0,
      ...(counted.get(each) ?? NONE),
      holds: holds(each),
      open: promiseFor(now, each, rules).ok,
      closed: each < today ? null : (findClosure(each, rules)?.words ?? null),
    })),
    runs: onSheet,
    tickets,
  };
}

/** The week of the strip that has the day: it moves by whole weeks, so that tiles stay where they were. */
function listWeek(today: Day, day: Day): Day[] {
  const first = addDays(today, -1);
  const start = addDays(first, TILES * Math.floor(countDays(first, day) / TILES));
  return Array.from({ length: TILES }, (_, place) => addDays(start, place));
}

/**
 * What leaves on a day. With today comes what should have left on an earlier day, or came back, and claims that nobody answered:
 * each day and stage is looked up by itself, because one range over the index would read every order of those days. The ids are
 * read first and their tickets after: in one statement the planner expects thousands, and reads every order there is.
 */
async function listIds(db: Database, day: Day, today: Day): Promise<number[]> {
  const leaving = sql`select id from orders where leaves_on = ${day} and stage <> 'cancelled'`;
  const undone = sql`(
    select undone.id from generate_series(1, ${LATE_DAYS}::integer) as ago
    cross join unnest(array['to tie', 'tied', 'out', 'not delivered']) as stage
    cross join lateral (select orders.id from orders
      where orders.leaves_on = ${today}::date - ago and orders.stage = stage.stage
        and (orders.stage <> 'out' or orders.collected_on is null)
      limit ${MOST_LATE}) as undone
    limit ${MOST_LATE})
    union (select order_id from claims where answered_at is null order by claims.id limit ${MOST_LATE})`;
  const { rows } = await db.execute<{ id: number }>(day === today ? sql`${leaving} union ${undone}` : leaving);
  return rows.map(({ id }) => id);
}

type Counts = Pick<DayTile, 'orders' | 'to_tie' | 'delivered'>;
const NONE: Counts = { orders: 0, to_tie: 0, delivered: 0 };

async function countLeaving(db: Database, days: Day[]): Promise<Map<Day, Counts>> {
  const { rows } = await db.execute<Counts & { day: Day }>(sql`
    select leaves_on::text as day, count(*)::integer as orders,
      (count(*) filter (where stage = 'to tie'))::integer as to_tie,
      (count(*) filter (where stage = 'delivered'))::integer as delivered
    from orders where leaves_on between ${days[0]} and ${days.at(-1)}
      and stage in ('to tie', 'tied', 'out', 'delivered', 'not delivered')
    group by leaves_on`);
  return new Map(rows.map(({ day, ...counts }) => [day, counts]));
}

export async function listSheetRuns(db: Database, day: Day): Promise<SheetRun[]> {
  const rows = await db
    .select({ run: runs, driver: staff.name })
    .from(runs)
    .leftJoin(staff, eq(staff.id, runs.driverId))
    .where(eq(runs.day, day))
    .orderBy(AS_THEY_LEAVE);
  return rows.map(({ run: { id, number, leavesAt, leftAt }, driver }) => ({
    id,
    number,
    driver,
    leaves_at: leavesAt,
    left_at: leftAt?.toISOString() ?? null,
  }));
}
