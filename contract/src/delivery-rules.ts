import { holidayName } from './bank-holidays.ts';
import type { Day } from './day.ts';
import { toPence } from './money.ts';
import { DELIVERY_FEE } from './shop.ts';

/**
 * What the owner has set for deliveries, as pages and server both apply it; money in pounds. The cut-off of a day is the time in
 * London, on the day before, until which it can be ordered. How many orders a day takes is known to the server alone: here are
 * only the days that are full.
 */
export type DeliveryRules = {
  fee: number;
  /** As `12:00`. */
  cut_off: string;
  days_ahead: number;
  /** What differs on a day of the week, `0` for Sunday. A closed one is closed in `days` too, on each day that can be chosen. */
  weekdays: Record<string, { cut_off?: string; closed?: string }>;
  days: Record<Day, DayRule>;
  full: Day[];
  /** No day that can be chosen is open: nothing is promised, also where the time is not known. */
  paused?: true;
};

/** What differs on one day: `closed` is why, in the words that are shown; `opened` is said of a bank holiday, or of a day whose weekday
 * is closed; `line` is shown while the day can be chosen. */
export type DayRule = { closed?: string; opened?: boolean; cut_off?: string; surcharge?: number; line?: string };

export const CUT_OFF = '12:00';
export const FURTHEST_DAYS_AHEAD = 60;

/** Until the owner sets something else. */
export const DEFAULT_RULES: DeliveryRules = {
  fee: DELIVERY_FEE,
  cut_off: CUT_OFF,
  days_ahead: FURTHEST_DAYS_AHEAD,
  weekdays: {},
  days: {},
  full: [],
};

/** Until when on the day before a day can be ordered: its own cut-off, that of its weekday, or that of every day. */
export function cutOffOf(day: Day, { days, weekdays, cut_off }: DeliveryRules): string {
  return days[day]?.cut_off ?? weekdays[new Date(day).getUTCDay()]?.cut_off ?? cut_off;
}

/** What delivery on this day costs more than on others. */
export function surchargePenceOf(day: Day, { days }: DeliveryRules): number {
  return toPence(days[day]?.surcharge ?? 0);
}

/** The owner delivers on a bank holiday: then nobody is told that we never do. */
export const hasOpenedHolidays = ({ days }: DeliveryRules): boolean =>
  Object.entries(days).some(([day, { opened }]) => opened && holidayName(day) !== undefined);

/** Whether the owner has set nothing that differs, and no day is full. */
export const isDefault = ({ fee, cut_off, days_ahead, weekdays, days, full }: DeliveryRules): boolean =>
  fee === DELIVERY_FEE &&
  cut_off === CUT_OFF &&
  days_ahead === FURTHEST_DAYS_AHEAD &&
  full.length === 0 &&
  Object.keys(weekdays).length === 0 &&
  Object.keys(days).length === 0;
