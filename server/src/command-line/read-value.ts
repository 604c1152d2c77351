import type { Day } from '#contract/day.ts';
import { formatDay } from '#contract/delivery.ts';
import { formatPounds, MAX_PENCE, type Pence, readPounds, toPence, toPounds } from '#contract/money.ts';
import { NotDone } from './desk.ts';

/** A whole number as it is typed; undefined for anything else, or out of bounds. */
export function parseWhole(typed: string, least: number, most: number): number | undefined {
  const number = /^\d{1,7}$/.test(typed) ? Number(typed) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** A calendar day as it is typed, `2026-11-17`. */
export function readDay(typed: string, words = 'A day is written as 2026-11-17.'): Day {
  try {
    formatDay(typed);
    return typed;
  } catch {
    throw new NotDone(words);
  }
}

/** The same of an option. */
export const readDayOf = (option: string, typed: string): Day =>
  readDay(typed, `--${option} wants a day such as 2026-11-17.`);

/** An amount above nothing, of an option. */
export function readPenceOf(option: string, typed: string): Pence {
  const pence = toPence(readPounds(typed) ?? 0);
  if (pence < 1 || pence > MAX_PENCE)
    throw new NotDone(`--${option} wants pounds, from 0.01 to ${formatPounds(toPounds(MAX_PENCE)).slice(1)}: 5.00.`);
  return pence;
}

/** A whole number above nothing, of an option. */
export function readCount(option: string, typed: string, most: number): number {
  const count = parseWhole(typed, 1, most);
  if (count === undefined) throw new NotDone(`--${option} wants a whole number from 1 to ${most}.`);
  return count;
}
