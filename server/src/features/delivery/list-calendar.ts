import { holidayName } from '#contract/bank-holidays.ts';
import type { Day } from '#contract/day.ts';
import { addDays, countDays, findClosure, londonDay } from '#contract/delivery.ts';
import { cutOffOf, type DeliveryRules, surchargePenceOf } from '#contract/delivery-rules.ts';
import { type CalendarDay, type DeskCalendar, WEEKDAY_KEYS } from '#contract/desk-calendar.ts';
import { toPounds } from '#contract/money.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { countPlaces } from './count-places.ts';
import { type DayLimits, limitOf, readRules, readStoredRules, weekdayClosure } from './read-rules.ts';

type Rules = { rules: DeliveryRules; limits: DayLimits };

/** A month as the owner plans it: what each day holds, what is booked, and what differs on it. */
export async function listCalendar(
  db: Database | Transaction,
  now: Date,
  month = londonDay(now).slice(0, 7),
): Promise<DeskCalendar> {
  const first = `${month}-01`;
  const days = listMonth(first);
  const [found, booked, current] = await Promise.all([
    readStoredRules(db, first),
    countPlaces(db, days),
    readRules(db, now),
  ]);
  const today = londonDay(now);
  return {
    today,
    month,
    days: days.map((day) => toCalendarDay(day, found, booked.get(day) ?? 0, today)),
    week: [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({
      key: WEEKDAY_KEYS[weekday] as (typeof WEEKDAY_KEYS)[number],
      holds: found.limits.weekdays[weekday] ?? found.limits.general ?? null,
      cut_off: found.rules.weekdays[weekday]?.cut_off ?? found.rules.cut_off,
      own: {
        holds: found.limits.weekdays[weekday] ?? null,
        cut_off: found.rules.weekdays[weekday]?.cut_off ?? null,
      },
    })),
    holds: found.limits.general ?? null,
    cut_off: found.rules.cut_off,
    paused: current.rules.paused === true,
  };
}

/** Each day from one to another, in the same way. */
export async function listRange(db: Database | Transaction, now: Date, from: Day, to: Day): Promise<CalendarDay[]> {
  const days = Array.from({ length: countDays(from, to) + 1 }, (_, count) => addDays(from, count));
  const [found, booked] = await Promise.all([readStoredRules(db, from), countPlaces(db, days)]);
  return days.map((day) => toCalendarDay(day, found, booked.get(day) ?? 0, londonDay(now)));
}

/** One day of it. */
export async function findCalendarDay(db: Database | Transaction, now: Date, day: Day): Promise<CalendarDay> {
  const [found] = await listRange(db, now, day, day);
  return found as CalendarDay;
}

function toCalendarDay(day: Day, { rules, limits }: Rules, booked: number, today: Day): CalendarDay {
  const words = findClosure(day, rules)?.words ?? weekdayClosure(day, limits) ?? null;
  const rule = rules.days[day];
  return {
    day,
    open: words === null,
    words,
    holiday: holidayName(day) ?? null,
    booked,
    holds: limitOf(day, limits) ?? null,
    cut_off: cutOffOf(day, rules),
    surcharge: toPounds(surchargePenceOf(day, rules)),
    line: rule?.line ?? null,
    own: { words: rule?.closed ?? null, holds: limits.days[day] ?? null, cut_off: rule?.cut_off ?? null },
    can_change: day > today,
  };
}

function listMonth(first: Day): Day[] {
  const days: Day[] = [];
  for (let day = first; day.startsWith(first.slice(0, 7)); day = addDays(day, 1)) days.push(day);
  return days;
}
