import { addDays, formatDay, londonDay, londonTime } from '#contract/delivery.ts';
import { type StemsToBuy, USUAL_SPARE } from '#contract/desk-stems.ts';

const PASSED_ON = ['from', 'to', 'spare', 'orders'] as const;
type Wanted = Partial<Record<(typeof PASSED_ON)[number], string | number | null>>;

/** What to count, of what an address says. */
export const stemsWanted = (wanted: Wanted): Partial<Record<keyof Wanted, string>> =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = wanted[name] ?? '';
      const isUsual = name === 'spare' && Number(value) === USUAL_SPARE;
      return value === '' || isUsual ? [] : [[name, String(value)]];
    }),
  );

/** The part of an address that says so. */
export function stemsQuery(wanted: Wanted): string {
  const written = new URLSearchParams(stemsWanted(wanted)).toString();
  return written && `?${written}`;
}

/** The days that are offered, from tomorrow on. */
export function listRanges(now: Date): { words: string; from: string; to: string }[] {
  const tomorrow = addDays(londonDay(now), 1);
  const [second, third] = [addDays(tomorrow, 1), addDays(tomorrow, 2)];
  const short = (day: string) => formatDay(day, 'short').slice(0, 3);
  return [
    { words: 'Today', from: londonDay(now), to: londonDay(now) },
    { words: 'Tomorrow', from: tomorrow, to: tomorrow },
    { words: `${short(second)} and ${short(third)}`, from: second, to: third },
    { words: '7 days', from: tomorrow, to: addDays(tomorrow, 6) },
  ];
}

/** `Wednesday 18 November`, or both ends. */
export const describeRange = ({ from, to }: Pick<StemsToBuy, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

/** Until when a day is open, and how many may come. */
export function describeOpen({ from, open, counted_at }: StemsToBuy): { until: string; rest: string } | undefined {
  if (!open) return undefined;
  const closes = new Date(open.order_by);
  const day = londonDay(closes);
  const isToday = day === londonDay(new Date(counted_at));
  const until = `${formatDay(from).split(' ')[0]} is open until ${londonTime(closes)}${isToday ? '' : ` on ${formatDay(day)}`}.`;
  const may = open.may_come === null ? 'more orders may come' : `up to ${open.may_come} more orders may come`;
  const usual = open.expected === null ? '' : ` At the usual rate, buy for ${open.expected}.`;
  return { until, rest: `These are the numbers at ${londonTime(new Date(counted_at))}; ${may}.${usual}` };
}

export const countBouquets = ({ bouquets }: Pick<StemsToBuy, 'bouquets'>): number =>
  bouquets.reduce((sum, { count }) => sum + count, 0);

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
