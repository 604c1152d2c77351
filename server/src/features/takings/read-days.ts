import type { Day } from '#contract/day.ts';
import type { Span } from '#contract/takings-period.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { SUMS_OF_DAY } from './add-up.ts';

/** The sums of a day, in pence. */
export type DaySums = {
  day: Day;
  orders: number;
  goods: number;
  extras: number;
  delivery: number;
  surcharge: number;
  discount: number;
  captured: number;
  captures_unread: number;
  fee: number;
  fees_unread: number;
  refunds: number;
  refunded: number;
  refunded_told: number;
  refunds_unread: number;
  fee_back: number;
  arriving: number;
  arriving_pence: number;
  taxed: number;
};

/** What each day took; days without anything are not among them. */
export async function readDays(db: Database, { from, to }: Span): Promise<DaySums[]> {
  const { rows } = await db.execute<Record<string, string | number>>(sql`
    select day::text as day, ${SUMS_OF_DAY} from takings_by_day where day between ${from} and ${to} group by day order by day`);
  return rows.map(({ day, ...sums }) => {
    const numbers = Object.entries(sums).map(([name, value]) => [name, Number(value)]);
    return { ...Object.fromEntries(numbers), day: String(day) } as DaySums;
  });
}

const NOTHING: Omit<DaySums, 'day'> = {
  orders: 0,
  goods: 0,
  extras: 0,
  delivery: 0,
  surcharge: 0,
  discount: 0,
  captured: 0,
  captures_unread: 0,
  fee: 0,
  fees_unread: 0,
  refunds: 0,
  refunded: 0,
  refunded_told: 0,
  refunds_unread: 0,
  fee_back: 0,
  arriving: 0,
  arriving_pence: 0,
  taxed: 0,
};

/** Days added up. */
export function addDaysUp(days: readonly DaySums[]): Omit<DaySums, 'day'> {
  const total = { ...NOTHING };
  for (const day of days) for (const name of Object.keys(NOTHING) as (keyof typeof NOTHING)[]) total[name] += day[name];
  return total;
}

/** What was charged for the orders. */
export const chargedPence = (sums: Omit<DaySums, 'day'>): number =>
  sums.goods + sums.extras + sums.delivery + sums.surcharge + sums.discount;

/** What of it stayed. */
export const takingsPence = (sums: Omit<DaySums, 'day'>): number => chargedPence(sums) - sums.refunded;
