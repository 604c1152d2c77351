import type { CalendarDay, ChangeDay } from '#contract/desk-calendar.ts';
import { formatPounds } from '#contract/money.ts';

/** A day as the fields of its form have it. */
export const toDayFields = ({ open, own, surcharge, line }: CalendarDay) => ({
  open: open ? 'on' : '',
  words: own.words ?? '',
  holds: own.holds === null ? '' : String(own.holds),
  cut_off: own.cut_off ?? '',
  surcharge: surcharge === 0 ? '' : formatPounds(surcharge),
  line: line ?? '',
});
type DayFields = ReturnType<typeof toDayFields>;

/** The same day as the API has it, to be told with a change. */
export const toSeen = ({ open, own, surcharge, line }: CalendarDay): NonNullable<ChangeDay['seen']> => ({
  ...own,
  open,
  surcharge,
  line,
});

const NOW = {
  open: (on) => (on ? 'we deliver' : 'closed'),
  words: (words) => (words ? `why not: ${words}` : 'no reason of its own'),
  holds: (count) => (count ? `it holds ${count}` : 'it holds as many as usual'),
  cut_off: (time) => `cut-off ${time || 'as usual'}`,
  surcharge: (amount) => (amount ? `surcharge ${amount}` : 'no surcharge'),
  line: (line) => (line ? `line in the shop: ${line}` : 'no line in the shop'),
} satisfies Record<keyof DayFields, (value: string) => string>;

/** What somebody else has changed since the fields were filled; empty if nothing. */
export function sayMeanwhile(was: DayFields, is: DayFields): string {
  const changed = (Object.keys(NOW) as (keyof DayFields)[]).filter((name) => was[name] !== is[name]);
  if (changed.length === 0) return '';
  const now = changed.map((name) => NOW[name](is[name])).join('; ');
  return `Somebody else has changed this day meanwhile. Now: ${now}. Saving replaces only what you change.`;
}
