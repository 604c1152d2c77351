import { formatDay, londonDay } from '#contract/delivery.ts';

/** `17 November 2026`: what is read years later names its year. */
export function dateOf(moment: string): string {
  const day = londonDay(new Date(moment));
  const [, ...dayAndMonth] = formatDay(day).split(' ');
  return [...dayAndMonth, day.slice(0, 4)].join(' ');
}
