import { holidayName } from './bank-holidays.ts';
import type { Day } from './day.ts';

// The delivery rule, once, for browser and server. A day is text and is counted in UTC, where every day has 24 hours;
// the time zone of the machine is never used. Temporal would read better, but not every browser has it yet.

/** The first deliverable day for an order at some instant, and until when ordering still reaches it. */
export type DeliveryPromise = { day: Day; orderBy: Date; cutOffPassed: boolean };
export type DayRefusal = 'not-a-day' | 'too-soon' | 'holiday' | 'too-late';

export const CUT_OFF_HOUR = 12;
export const FURTHEST_DAYS_AHEAD = 60;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let londonClock: Intl.DateTimeFormat | undefined;

/** Made when first needed: making it takes browsers longer than running the rest of the page's modules. */
function findLondonClock(): Intl.DateTimeFormat {
  londonClock ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return londonClock;
}

// Our own names: browsers disagree on 'Sep' and 'Sept' and on a comma, and the page would change under the reader.
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The date on a London wall calendar at this instant. */
export function londonDay(instant: Date): Day {
  return readLondonClock(instant).day;
}

/** True for every real day that is not a bank holiday; we deliver on Saturdays and Sundays. */
export function isDeliveryDay(day: Day): boolean {
  return isDay(day) && holidayName(day) === undefined;
}

/** The soonest an order placed now can arrive. `orderBy` is the exact instant from which it would arrive later. */
export function nextDelivery(now: Date): DeliveryPromise {
  let day = soonestDay(now);
  while (!isDeliveryDay(day)) day = addDays(day, 1);
  // Noon on the eve, not simply the next noon: before holidays several noons lead to the same day, and a clock that
  // runs out without consequence would hurry people for nothing.
  return { day, orderBy: cutOffOn(addDays(day, -1)), cutOffPassed: readLondonClock(now).hour >= CUT_OFF_HOUR };
}

/** Whether an order placed now can be promised for the chosen day. Any text may be passed; it never throws. */
export function promiseFor(now: Date, chosen: string): { ok: true; day: Day } | { ok: false; reason: DayRefusal } {
  if (!isDay(chosen)) return { ok: false, reason: 'not-a-day' };
  if (chosen < soonestDay(now)) return { ok: false, reason: 'too-soon' };
  if (chosen > furthestDay(now)) return { ok: false, reason: 'too-late' };
  if (!isDeliveryDay(chosen)) return { ok: false, reason: 'holiday' };
  return { ok: true, day: chosen };
}

/** Every day from the next delivery, which comes first, to the furthest; holidays in between keep their place. */
export function listDeliveryDays(now: Date): { day: Day; deliverable: boolean; holiday?: string }[] {
  const days = [];
  const last = furthestDay(now);
  for (let day = nextDelivery(now).day; day <= last; day = addDays(day, 1)) {
    const holiday = holidayName(day);
    days.push(holiday === undefined ? { day, deliverable: true } : { day, deliverable: false, holiday });
  }
  return days;
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

function readLondonClock(instant: Date): { day: Day; hour: number } {
  const read: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of findLondonClock().formatToParts(instant)) read[type] = value;
  return { day: `${read.year}-${read.month}-${read.day}`, hour: Number(read.hour) };
}

// Holidays are not counted here: this is the soonest the clock allows.
function soonestDay(now: Date): Day {
  const { day, hour } = readLondonClock(now);
  return addDays(day, hour < CUT_OFF_HOUR ? 1 : 2);
}

function furthestDay(now: Date): Day {
  return addDays(londonDay(now), FURTHEST_DAYS_AHEAD);
}

// London's clocks change at night, so at midday one lookup of London's offset from UTC is enough.
function cutOffOn(day: Day): Date {
  const inUtc = Date.parse(day) + CUT_OFF_HOUR * HOUR_MS;
  const hoursAhead = readLondonClock(new Date(inUtc)).hour - CUT_OFF_HOUR;
  return new Date(inUtc - hoursAhead * HOUR_MS);
}

export function addDays(day: Day, count: number): Day {
  return toDay(Date.parse(day) + count * DAY_MS);
}

function toDay(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}

// Some engines read 30 February as 2 March; only a real day comes back as it went in.
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && toDay(time) === text;
}
