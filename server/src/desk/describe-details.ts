import { formatPounds, toPounds } from '#contract/money.ts';

/** However a change was written down, it can be read: names in words, pence as pounds. Null where there is nothing to say. */
export function describeDetails(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((one) => describeDetails(one) ?? 'none').join(', ');
  return Object.entries(value)
    .map(([name, one]) => `${nameInWords(name)} ${describeNamed(name, one) ?? 'none'}`)
    .join(', ');
}

/** Of something new: what it does not have goes without saying. */
export function describeNew(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return describeDetails(value);
  const said = Object.entries(value).filter(
    ([, one]) => one !== null && one !== undefined && one !== false && one !== '',
  );
  return describeDetails(Object.fromEntries(said));
}

export const describeNamed = (name: string, value: unknown): string | null =>
  /pence$/i.test(name) && typeof value === 'number' ? formatPounds(toPounds(value)) : describeDetails(value);

/** `maxUsesEach` is `max uses each`; `leastPence` is `least`, and `pence` alone an amount. */
export const nameInWords = (name: string): string =>
  name
    .replace(/^pence$/, 'amount')
    .replace(/_?[Pp]ence$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
