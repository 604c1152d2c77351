import { addDays } from '#contract/delivery.ts';
import { type CalendarDay, type DeskCalendar, WEEKDAY_KEYS } from '#contract/desk-calendar.ts';

export const AS_USUAL = { holds: null, cut_off: null, words: null };

export const makeDay = (day: string, changes: Partial<CalendarDay> = {}): CalendarDay => ({
  day,
  open: true,
  words: null,
  holiday: null,
  booked: 0,
  holds: null,
  cut_off: '12:00',
  surcharge: 0,
  line: null,
  own: AS_USUAL,
  can_change: true,
  ...changes,
});

/** December 2026, seen on its second day; days are changed by their number. */
export const makeCalendar = (
  changed: Record<number, Partial<CalendarDay>> = {},
  changes: Partial<DeskCalendar> = {},
): DeskCalendar => ({
  today: '2026-12-02',
  month: '2026-12',
  days: Array.from({ length: 31 }, (_, place) =>
    makeDay(addDays('2026-12-01', place), { can_change: place > 1, ...changed[place + 1] }),
  ),
  week: [...WEEKDAY_KEYS.slice(1), 'sun' as const].map((key) => ({
    key,
    holds: null,
    cut_off: '12:00',
    own: { holds: null, cut_off: null },
  })),
  holds: null,
  cut_off: '12:00',
  paused: false,
  ...changes,
});
