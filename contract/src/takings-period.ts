import type { Day } from './day.ts';
import { addDays, formatDay } from './delivery.ts';

// The days of which takings are shown together. Weeks begin on Monday.

export const TAKINGS_PERIODS = ['day', 'week', 'month'] as const;
export type TakingsPeriod = (typeof TAKINGS_PERIODS)[number];

export type Span = { from: Day; to: Day };

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Monday is 0. */
const weekday = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;
const lastOfMonth = (day: Day): Day => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);

/** The day, week or month that a day is in. */
export function spanOf(period: TakingsPeriod, day: Day): Span {
  if (period === 'day') return { from: day, to: day };
  if (period === 'month') return { from: firstOfMonth(day), to: lastOfMonth(day) };
  const from = addDays(day, -weekday(day));
  return { from, to: addDays(from, 6) };
}

/** The one before. */
export const spanBefore = (period: TakingsPeriod, { from }: Span): Span => spanOf(period, addDays(from, -1));

/** `November`, `November 2025` in another year, `9 to 15 November`, `Tuesday 17 November`. */
export function spanWords(period: TakingsPeriod, { from, to }: Span, today: Day): string {
  const [year = '', month = '1'] = from.split('-');
  const inYear = year === today.slice(0, 4) ? '' : ` ${year}`;
  if (period === 'month') return `${MONTHS[Number(month) - 1]}${inYear}`;
  if (period === 'day') return `${formatDay(from)}${inYear}`;
  const [first, last] = [dayOfMonth(from), `${dayOfMonth(to)} ${MONTHS[Number(to.slice(5, 7)) - 1]}`];
  const begins = from.slice(5, 7) === to.slice(5, 7) ? `${first}` : `${first} ${MONTHS[Number(month) - 1]}`;
  return `${begins} to ${last}${inYear}`;
}

export const dayOfMonth = (day: Day): number => Number(day.slice(8));

/** The quarters for VAT that have ended, the latest first: three months each, to the end of each of the last twelve. */
export function listQuarters(today: Day): (Span & { words: string })[] {
  const quarters = [];
  let end = addDays(firstOfMonth(today), -1);
  for (let count = 0; count < 12; count += 1) {
    const from = firstOfMonth(addDays(firstOfMonth(addDays(firstOfMonth(end), -1)), -1));
    quarters.push({
      from,
      to: end,
      words: `${dayOfMonth(end)} ${MONTHS[Number(end.slice(5, 7)) - 1]} ${end.slice(0, 4)}`,
    });
    end = addDays(firstOfMonth(end), -1);
  }
  return quarters;
}
