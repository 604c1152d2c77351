import { formatDay } from '#contract/delivery.ts';
import { formatPounds, MAX_PENCE, toPounds } from '#contract/money.ts';
import { NotDone } from './desk.ts';

/** An amount above nothing, as it is typed: `5`, `5.00`. */
export function readPounds(option: string, typed: string): number {
  const isAmount = /^\d{1,5}(\.\d{1,2})?$/.test(typed);
  const pence = isAmount ? Math.round(Number(typed) * 100) : 0;
  if (pence < 1 || pence > MAX_PENCE)
    throw new NotDone(`--${option} wants pounds, from 0.01 to ${formatPounds(toPounds(MAX_PENCE)).slice(1)}: 5.00.`);
  return pence;
}

/** A whole number above nothing. */
export function readCount(option: string, typed: string, most: number): number {
  const count = /^\d{1,7}$/.test(typed) ? Number(typed) : 0;
  if (count < 1 || count > most) throw new NotDone(`--${option} wants a whole number from 1 to ${most}.`);
  return count;
}

/** A calendar day, as it is typed: `2026-11-17`. */
export function readDay(option: string, typed: string): string {
  try {
    formatDay(typed);
    return typed;
  } catch {
    throw new NotDone(`--${option} wants a day such as 2026-11-17.`);
  }
}
