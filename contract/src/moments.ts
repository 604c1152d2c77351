import type { Day } from './day.ts';
import { addDays, countDays, formatDay, londonDay, londonTime } from './delivery.ts';

// How a moment is told, by the clock in London. A time alone is `londonTime`.

/** As the API sends it, or read already. */
type Moment = Date | string;

/** 'Monday 16 November at 09:46': for what is kept and read on another day, as letters and what a command prints. */
export function formatMoment(moment: Moment): string {
  const instant = new Date(moment);
  return `${formatDay(londonDay(instant))} at ${londonTime(instant)}`;
}

/** 'today at 09:48', 'yesterday at 16:10', 'Saturday at 09:14' within a week, 'Tue 3 Nov at 09:14', with the year if it is another. */
export function whenWords(moment: Moment, now: Moment): string {
  const instant = new Date(moment);
  return `${dayWords(londonDay(instant), londonDay(new Date(now)))} at ${londonTime(instant)}`;
}

function dayWords(day: Day, today: Day): string {
  if (day === today) return 'today';
  if (day === addDays(today, -1)) return 'yesterday';
  const ago = countDays(day, today);
  if (ago > 0 && ago < 7) return formatDay(day).split(' ')[0] ?? '';
  return day.slice(0, 4) === today.slice(0, 4)
    ? formatDay(day, 'short')
    : `${formatDay(day, 'short')} ${day.slice(0, 4)}`;
}
