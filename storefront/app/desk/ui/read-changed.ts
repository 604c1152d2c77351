import { readPounds } from '#contract/money.ts';
import { readText } from './read-form.tsx';

/** The value that a field had when the page was shown: two who change different things at once keep both. */
export const wasName = (name: string): string => `was-${name}`;

/** The values that fields had, to be sent beside them. */
export const toWas = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [wasName(name), value]));

/** What was typed where something else stood before; undefined if nobody touched it. */
export function readChanged(form: FormData, name: string): string | undefined {
  const typed = readText(form, name).trim();
  return typed === readText(form, wasName(name)) ? undefined : typed;
}

/** A number as it is typed; anything else is sent as it is, and refused at its field. Empty is null. */
export function toNumber(typed: string): number | string | null {
  if (typed === '') return null;
  return /^\d{1,7}$/.test(typed) ? Number(typed) : typed;
}

/** The same of pounds. */
export function toAmount(typed: string): number | string | null {
  if (typed === '') return null;
  return readPounds(typed) ?? typed;
}
