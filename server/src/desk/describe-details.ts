import { formatDay, isDay, londonDay, londonTime } from '#contract/delivery.ts';
import { formatPounds, toPounds } from '#contract/money.ts';

/** However a change was written down, it can be read: names in words, pence as pounds. Null where there is nothing to say. */
export function describeDetails(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return describeText(String(value));
  if (Array.isArray(value)) return value.map((one) => describeDetails(one) ?? 'none').join(', ') || null;
  const parts = value as Record<string, unknown>;
  if (parts.flower !== undefined && parts.count !== undefined) return `${parts.count} × ${parts.flower}`;
  // Of a picture what it shows; its number and its sizes say nothing to anybody.
  if (parts.alt !== undefined) return `“${parts.alt}”`;
  return Object.entries(parts)
    .filter(([, one]) => !isMachineId(one))
    .map(([name, one]) => describePart(name, one))
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

function describePart(name: string, value: unknown): string {
  const isClosed = name in WEEKDAYS && (value as { ordersADay?: unknown } | null)?.ordersADay === 0;
  const words = isClosed ? 'without deliveries' : describeNamed(name, value);
  return `${nameInWords(name)} ${words ?? NOTHING[name] ?? 'none'}`;
}

export const describeNamed = (name: string, value: unknown): string | null =>
  (/pence$/i.test(name) && typeof value === 'number' && formatPounds(toPounds(value))) ||
  (name === 'status' && String(value).replaceAll('_', ' ')) ||
  (name === 'price' && typeof value === 'number' && formatPounds(value)) ||
  describeDetails(value);

/** A number of the machine's own, which nobody can look up: `0191c4b2-…`. */
export const isMachineId = (value: unknown): boolean =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** A day as it is written here, of a run too, and a moment in London. What only looks like one is somebody's words. */
export function describeText(text: string): string {
  const [, before, day] = /^(run \d+ of )?(2\d{3}-\d\d-\d\d)$/.exec(text) ?? [];
  if (day && isDay(day)) return `${before ?? ''}${describeDay(day)}`;
  if (!/^2\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  return `${describeDay(londonDay(at))} ${londonTime(at)}`;
}

const describeDay = (day: string): string => `${formatDay(day, 'short')} ${day.slice(0, 4)}`;

const WEEKDAYS: Record<string, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};
/** What the calendar and the runs call it. */
const NAMES: Record<string, string> = {
  ...WEEKDAYS,
  ordersADay: 'holds',
  cutOff: 'cut-off',
  closedWords: 'closed',
};
/** What it is where nothing is set. */
const NOTHING: Record<string, string> = {
  ordersADay: 'as usual',
  cutOff: 'as usual',
  daysAhead: 'as usual',
  feePence: 'as usual',
  floristRefundPence: 'as usual',
  vanDistricts: 'everywhere',
  driver: 'nobody',
};

/** `maxUsesEach` is `max uses each`; `leastPence` is `least`, and `pence` alone an amount. */
export const nameInWords = (name: string): string =>
  NAMES[name] ??
  name
    .replace(/^pence$/, 'amount')
    .replace(/_?[Pp]ence$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
