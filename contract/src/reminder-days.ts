import type { Day } from './day.ts';
import { addDays, formatDay } from './delivery.ts';

/** A day of every year. */
export type MonthDay = { month: number; day: number };

/** 29 February is one of them. */
const LONGEST_YEAR = 2028;

/** How many days the month has at most. */
export const daysIn = (month: number): number => new Date(Date.UTC(LONGEST_YEAR, month, 0)).getUTCDate();

/** The day in that year. 29 February is the 28th in a year without it: flowers on the eve are better than a day late. */
function dayIn(year: number, { month, day }: MonthDay): Day {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [year, month, Math.min(day, last)].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The first time that the day comes round after another. */
export function nextOccurrence(monthDay: MonthDay, after: Day): Day {
  const year = Number(after.slice(0, 4));
  const here = dayIn(year, monthDay);
  return here > after ? here : dayIn(year + 1, monthDay);
}

/** The first time that the day comes round after another and its letter can still be sent as early as is wanted. */
export function nextWithNotice(monthDay: MonthDay, leadDays: number, today: Day, after: Day = today): Day {
  const day = nextOccurrence(monthDay, after > today ? after : today);
  return addDays(day, -leadDays) > today ? day : nextOccurrence(monthDay, day);
}

/** `17 November` */
export const formatMonthDay = ({ month, day }: MonthDay): string =>
  formatDay(dayIn(LONGEST_YEAR, { month, day })).split(' ').slice(1).join(' ');

/** `Tuesday 17 November 2026` */
export const formatDayAndYear = (day: Day): string => `${formatDay(day)} ${day.slice(0, 4)}`;
