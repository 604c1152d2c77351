import { holidayName } from './bank-holidays.ts';
import type { Day } from './day.ts';
import { cutOffOf, DEFAULT_RULES, type DeliveryRules } from './delivery-rules.ts';
import { readLondonClock } from './london-clock.ts';

// The delivery rule, once, for browser and server. A day is text and is counted in UTC, where every day has 24 hours;
// the time zone of the machine is never used. Temporal would read better, but not every browser has it yet.

/** The first deliverable day for an order at some instant, and until when ordering still reaches it. */
export type DeliveryPromise = { day: Day; orderBy: Date; cutOffPassed: boolean };
export type DayRefusal = 'not-a-day' | 'too-soon' | 'holiday' | 'closed' | 'full' | 'too-late';

/** Where every day to come is closed or full, the search for the next one ends here. */
const FURTHEST_SEARCHED = 400;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// Our own names: browsers disagree on 'Sep' and 'Sept' and on a comma, and the page would change under the reader.
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The date on a London wall calendar at this instant. */
export function londonDay(instant: Date): Day {
  return readLondonClock(instant).day;
}

/** The time on a London clock at this instant, as `10:41`. */
export function londonTime(instant: Date | string): string {
  const { minutes } = readLondonClock(new Date(instant));
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** True for every real day on which we deliver, whether it is full or not; Saturdays and Sundays are such days. */
export function isDeliveryDay(day: Day, rules: DeliveryRules = DEFAULT_RULES): boolean {
  return isDay(day) && findClosure(day, rules) === undefined;
}

/** Why a day is closed, in the words that are shown: those of its rule, or the name of the bank holiday. */
export function findClosure(
  day: Day,
  rules: DeliveryRules,
): { reason: 'closed' | 'holiday'; words: string } | undefined {
  const rule = rules.days[day];
  if (rule?.closed !== undefined) return { reason: 'closed', words: rule.closed };
  const holiday = rule?.opened ? undefined : holidayName(day);
  return holiday === undefined ? undefined : { reason: 'holiday', words: holiday };
}

/**
 * The soonest an order placed now can arrive. `orderBy` is the exact instant from which it would arrive later. If every day up
 * to the furthest is closed or full, it is a later one, which is no promise: see `nextChoice`.
 */
export function nextDelivery(now: Date, rules: DeliveryRules = DEFAULT_RULES): DeliveryPromise {
  const tomorrow = addDays(londonDay(now), 1);
  const cutOffPassed = now >= lastMoment(tomorrow, rules);
  const day = nextOpenDay(cutOffPassed ? addDays(tomorrow, 1) : tomorrow, rules);
  // The cut-off on the eve, not simply the next one: before holidays several cut-offs lead to the same day, and a clock
  // that runs out without consequence would hurry people for nothing.
  return { day, orderBy: lastMoment(day, rules), cutOffPassed };
}

/** The soonest day that can be chosen now; none while every day up to the furthest is closed or full. */
export function nextChoice(now: Date, rules: DeliveryRules): Day | undefined {
  const { day } = nextDelivery(now, rules);
  return day > furthestDay(now, rules) ? undefined : day;
}

/** Whether bank holidays, and nothing else, keep a delivery from coming sooner. */
export function isAfterHolidays(now: Date, next: Day, rules: DeliveryRules): boolean {
  const between = countDays(londonDay(now), next) - 1;
  for (let count = 1; count <= between; count += 1) {
    if (findClosure(addDays(next, -count), rules)?.reason !== 'holiday') return false;
  }
  return between > 0;
}

/** This day, or the first after it that is neither closed nor full. */
export function nextOpenDay(from: Day, rules: DeliveryRules): Day {
  for (let count = 0; count < FURTHEST_SEARCHED; count += 1) {
    const day = addDays(from, count);
    if (isDeliveryDay(day, rules) && !rules.full.includes(day)) return day;
  }
  return addDays(from, FURTHEST_SEARCHED);
}

/** Whether an order placed now can be promised for the chosen day. Any text may be passed; it never throws. */
export function promiseFor(
  now: Date,
  chosen: string,
  rules: DeliveryRules = DEFAULT_RULES,
): { ok: true; day: Day } | { ok: false; reason: DayRefusal } {
  if (!isDay(chosen)) return { ok: false, reason: 'not-a-day' };
  if (isTooSoon(now, chosen, rules)) return { ok: false, reason: 'too-soon' };
  if (chosen > furthestDay(now, rules)) return { ok: false, reason: 'too-late' };
  const closure = findClosure(chosen, rules);
  if (closure) return { ok: false, reason: closure.reason };
  if (rules.full.includes(chosen)) return { ok: false, reason: 'full' };
  return { ok: true, day: chosen };
}

/** Each day of a range: whether it can be chosen now, what it costs more than others in pounds, and why not if it cannot. */
export function listDays(
  now: Date,
  rules: DeliveryRules,
  from: Day,
  to: Day,
): { day: Day; open: boolean; surcharge: number; words: string | null }[] {
  const days = [];
  // Counted, not compared: the day after the last of the year 9999 is no later text.
  for (let count = 0; count <= countDays(from, to); count += 1) {
    const day = addDays(from, count);
    const promise = promiseFor(now, day, rules);
    const surcharge = rules.days[day]?.surcharge ?? 0;
    const words = promise.ok ? null : whyNot(promise.reason, day, now, rules);
    days.push({ day, open: promise.ok, surcharge, words });
  }
  return days;
}

/** How many days one day is after another. */
export const countDays = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** A day that is closed says so, even where it is too soon or too far ahead as well. */
function whyNot(reason: DayRefusal, day: Day, now: Date, rules: DeliveryRules): string {
  const closure = findClosure(day, rules);
  if (closure && day > londonDay(now)) return closure.words;
  if (reason === 'full') return 'Full';
  if (reason === 'too-late') return `We deliver up to ${rules.days_ahead} days ahead.`;
  if (relativeDay(day, now) === 'tomorrow') return `It had to be ordered by ${cutOffOf(day, rules)} the day before.`;
  return 'We cannot deliver that soon.';
}

/** The last day that can be chosen now. */
export function furthestDay(now: Date, rules: DeliveryRules = DEFAULT_RULES): Day {
  return addDays(londonDay(now), rules.days_ahead);
}

/** 'Tuesday 17 November', or 'Tue 17 Nov' when short. */
export function formatDay(day: Day, style: 'long' | 'short' = 'long'): string {
  if (!isDay(day)) throw new RangeError(`Not a calendar day: ${day}`);
  const date = new Date(day);
  const letters = style === 'short' ? 3 : undefined;
  const weekday = WEEKDAYS[date.getUTCDay()]?.slice(0, letters);
  const month = MONTHS[date.getUTCMonth()]?.slice(0, letters);
  return `${weekday} ${date.getUTCDate()} ${month}`;
}

/** '2 h 14 min', rounded down: never more time than there is. */
export function formatTimeLeft(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (!(minutes >= 1)) return 'less than a minute';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** The word people use for a day this near; undefined for any other day. */
export function relativeDay(day: Day, now: Date): 'today' | 'tomorrow' | undefined {
  const today = londonDay(now);
  if (day === today) return 'today';
  if (day === addDays(today, 1)) return 'tomorrow';
  return undefined;
}

// The cut-off of any later day has not come yet: it is on the day before.
function isTooSoon(now: Date, day: Day, rules: DeliveryRules): boolean {
  const tomorrow = addDays(londonDay(now), 1);
  return day < tomorrow || (day === tomorrow && now >= lastMoment(day, rules));
}

/** The instant from which a day can no longer be ordered: its cut-off on the day before, in London. */
export function lastMoment(day: Day, rules: DeliveryRules): Date {
  const eve = addDays(day, -1);
  const wanted = minutesOf(cutOffOf(day, rules));
  const asUtc = Date.parse(eve) + wanted * MINUTE_MS;
  // London is at UTC or an hour ahead of it. In the night the clocks go back, this is the first of the two.
  const anHourEarlier = new Date(asUtc - HOUR_MS);
  const { day: there, minutes } = readLondonClock(anHourEarlier);
  return there === eve && minutes >= wanted ? anHourEarlier : new Date(asUtc);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export function addDays(day: Day, count: number): Day {
  return toDay(Date.parse(day) + count * DAY_MS);
}

function toDay(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}

// Some engines read 30 February as 2 March; only a real day comes back as it went in.
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && toDay(time) === text;
}
