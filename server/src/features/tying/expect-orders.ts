import type { Day } from '#contract/day.ts';
import { addDays } from '#contract/delivery.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';

const WEEKS = [1, 2, 3, 4];
/** Of fewer orders no rate can be told. */
const FEWEST_ORDERS = 20;

type Asked = { day: Day; now: Date; orders: number; left: number | null };

/**
 * How many orders a day will have at its end, if they come as they came for the same weekday of the last four weeks: how many were
 * there at this time before the day, and how many at its end. Null if too few are known.
 */
export async function expectOrders(db: Database, { day, now, orders, left }: Asked): Promise<number | null> {
  if (orders === 0) return null;
  const days = WEEKS.map((week) => addDays(day, -7 * week));
  const { rows } = await db.execute<{ total: number; early: number }>(sql`
    select count(*)::integer as total,
      count(*) filter (where completed_at <= ${now}::timestamptz - (${day}::date - leaves_on) * interval '1 day')::integer as early
    from orders where leaves_on = any(${sql.param(days)}::date[]) and stage not in ('awaiting payment', 'cancelled')`);
  const { total, early } = rows[0] ?? { total: 0, early: 0 };
  if (total < FEWEST_ORDERS || early === 0) return null;
  const expected = Math.round((orders * total) / early);
  return left === null ? expected : Math.min(expected, orders + left);
}
