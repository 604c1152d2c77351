import type { LineWithFlower } from '#contract/desk-missing.ts';
import { withQuery } from '../../api/with-query.ts';

const search = (entries: Record<string, string | undefined>): string => {
  const given = Object.entries(entries).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
};

/** Where the API has it. */
export const missingDayPath = (day?: string | null, flower?: string | null) =>
  withQuery('/api/desk/missing/', { day: day || undefined, flower: flower || undefined });

/** What was decided last: a swap, or that these orders cannot be tied. */
type Decided = { flower: string; untied?: number[] };

/** Where its page is. */
export const missingDayAddress = (day?: string, flower?: string, done?: Decided): string =>
  `/desk/missing${search({ day, flower, done: done?.flower, untied: done?.untied?.join() })}`;

export const readIds = (list: string): number[] =>
  list
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

type Line = Pick<LineWithFlower, 'order' | 'item' | 'bouquets' | 'stems'>;

/** Lines as a field of a form, which sends what the page showed. */
export const writeLines = (lines: readonly Line[]): string =>
  lines.map(({ order, item, bouquets, stems }) => [order, item, bouquets, stems].join(':')).join(',');

export const readLines = (text: string): Line[] =>
  text.split(',').map((line) => {
    const [order = 0, item = 0, bouquets = 0, stems = 0] = line.split(':').map(Number);
    return { order, item, bouquets, stems };
  });
