import { londonTime } from '#contract/delivery.ts';
import type { SheetRun, Today } from '#contract/desk.ts';

const STEP_MINUTES = 20;
const DAY_MINUTES = 24 * 60;

/** It should have left, something is on it, and it is still here. */
export const isLateRun = (
  run: SheetRun,
  { day, today, now, tickets }: Pick<Today, 'day' | 'today' | 'now' | 'tickets'>,
): boolean =>
  day === today &&
  run.left_at === null &&
  run.leaves_at <= londonTime(new Date(now)) &&
  tickets.some((ticket) => ticket.run === run.id && (ticket.stage === 'to tie' || ticket.stage === 'tied'));

/** A run's time moved by as many twenty minutes as it takes to be ahead of now; undefined when the day has no more of them. */
export function laterTime(leavesAt: string, now: string): string | undefined {
  const late = minutesOf(now) - minutesOf(leavesAt);
  const later = minutesOf(leavesAt) + STEP_MINUTES * (Math.floor(Math.max(0, late) / STEP_MINUTES) + 1);
  return later < DAY_MINUTES ? timeOf(later) : undefined;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
