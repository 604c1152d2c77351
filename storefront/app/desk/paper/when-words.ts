import { formatDay, formatTimeLeft, londonDay, londonTime, relativeDay } from '#contract/delivery.ts';

/** `today at 09:48`, or `Monday 16 November at 09:48`. */
export function momentWords(at: string, now: Date = new Date()): string {
  const instant = new Date(at);
  const day = londonDay(instant);
  return `${relativeDay(day, now) === 'today' ? 'today' : formatDay(day)} at ${londonTime(instant)}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** `Waiting 1 day 2 h`, or `Waiting 3 h 10 min`. */
export function waitingWords(since: string, now: Date = new Date()): string {
  const ms = now.getTime() - new Date(since).getTime();
  const days = Math.floor(ms / DAY_MS);
  if (days === 0) return `Waiting ${formatTimeLeft(ms)}`;
  const hours = Math.floor((ms % DAY_MS) / (60 * 60 * 1000));
  return `Waiting ${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`;
}
