import type { Today } from '#contract/desk.ts';
import { withQuery } from '../../api/with-query.ts';

export type TodayData = {
  sheet: Today;
  /** The day in the address; undefined for today, whichever day that is. */
  day: string | undefined;
  /** Just tied, on the ticket's own page: it can be taken back. */
  tied: number[];
  isChoosing: boolean;
  form: 'tickets' | 'list' | undefined;
};

export const todayPath = (day: string | undefined) => withQuery('/api/desk/today/', { day });

/** Where another day is chosen for several orders. */
export const moveAddress = (ids: readonly number[]): string =>
  `/desk/orders/move?${new URLSearchParams({ ids: ids.join(',') })}`;
