import { addDays, formatDay } from '#contract/delivery.ts';
import type { CalendarDay, CalendarWeekday, DeskCalendar } from '#contract/desk-calendar.ts';
import { formatPounds } from '#contract/money.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const WEEKDAY_NAMES = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} satisfies Record<CalendarWeekday['key'], string>;

/** `2026-12` → `December 2026`. */
export const monthName = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** The month so many after this one; none outside of the years that can be written. */
export function monthAfter(month: string, count: number): string | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + count;
  const found = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
  return found >= '2000-01' && found <= '2099-12' ? found : undefined;
}

/** The days of other months in the first and the last week. */
export function daysAround({ days }: DeskCalendar): { before: string[]; after: string[] } {
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const toMonday = (new Date(first).getUTCDay() + 6) % 7;
  const toSunday = (7 - new Date(last).getUTCDay()) % 7;
  return {
    before: Array.from({ length: toMonday }, (_, index) => addDays(first, index - toMonday)),
    after: Array.from({ length: toSunday }, (_, index) => addDays(last, index + 1)),
  };
}

export const isFull = ({ open, holds, booked }: CalendarDay): boolean => open && holds !== null && booked >= holds;

/** What is booked in a month, and of how many where every open day has a limit. */
export function sayBooked({ days }: DeskCalendar): string {
  const booked = days.reduce((sum, day) => sum + day.booked, 0);
  const open = days.filter((day) => day.open);
  const hasLimits = open.length > 0 && open.every(({ holds }) => holds !== null);
  if (!hasLimits) return `${count(booked)} booked.`;
  return `${count(booked)} booked of ${count(open.reduce((sum, { holds }) => sum + (holds ?? 0), 0))}.`;
}

/** What is booked on a day, and what may still come. */
export function sayPlaces({ booked, holds, open }: CalendarDay): string {
  if (!open) return booked === 0 ? 'Nothing is booked.' : `${count(booked)} booked: they stay.`;
  if (holds === null) return `${count(booked)} booked; there is no limit.`;
  if (booked > holds) return `${count(booked)} are booked, more than the day holds: they stay, and no more can come.`;
  if (booked === holds) return `${count(booked)} booked: full.`;
  return `${count(booked)} booked, ${count(holds - booked)} may still come.`;
}

/** A day of the month, read aloud. */
export function nameDay(calendarDay: CalendarDay): string {
  const { day, open, words, booked, holds, own, cut_off, surcharge } = calendarDay;
  return [
    formatDay(day),
    open ? undefined : `closed: ${words}`,
    holds === null || !open ? `${count(booked)} booked` : `${count(booked)} of ${count(holds)} booked`,
    isFull(calendarDay) ? 'full' : undefined,
    own.cut_off ? `cut-off ${cut_off}` : undefined,
    surcharge > 0 ? `surcharge ${formatPounds(surcharge)}` : undefined,
  ]
    .filter(Boolean)
    .join(', ');
}

export const sayDays = (days: number): string => (days === 1 ? '1 day' : `${count(days)} days`);

/** `14 days, Monday 21 December to Sunday 3 January`. */
export function sayRange(days: readonly CalendarDay[]): string {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return '';
  return first === last ? formatDay(first) : `${sayDays(days.length)}, ${formatDay(first)} to ${formatDay(last)}`;
}

/** `+£3`, or `+£3.50`. */
export const shortSurcharge = (pounds: number): string => `+${formatPounds(pounds).replace(/\.00$/, '')}`;

export const sayTime = (time: string): string => (time === '12:00' ? 'noon' : time);

const sayHolds = (holds: number | null) => (holds === null ? 'no limit' : holds === 0 ? 'no deliveries' : count(holds));

/** The week in as few rows as it has kinds of days. */
export function groupWeek(week: readonly CalendarWeekday[]): { days: string; words: string }[] {
  const groups: { first: string; last: string; words: string }[] = [];
  for (const { key, holds, cut_off } of week) {
    const words = holds === 0 ? sayHolds(holds) : `${sayHolds(holds)}, ${sayTime(cut_off)}`;
    const name = WEEKDAY_NAMES[key];
    const last = groups.at(-1);
    if (last?.words === words) last.last = name;
    else groups.push({ first: name, last: name, words });
  }
  return groups.map(({ first, last, words }) => ({ days: first === last ? first : `${first} to ${last}`, words }));
}

/** Times to choose from: each half hour of the day, and the one that is set. */
export function listTimes(own: string | null): string[] {
  const times = Array.from({ length: 48 }, (_, half) =>
    [Math.floor(half / 2), (half % 2) * 30].map((part) => String(part).padStart(2, '0')).join(':'),
  );
  return own === null || times.includes(own) ? times : [...times, own].toSorted();
}

const count = (number: number) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');
