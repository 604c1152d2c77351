import { addDays } from '#contract/delivery.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { runQuery } from '../../rig/run-query.ts';

const A_DAY = 140;
/** Still undone of each of the last days: they stand on today's sheet as late. */
const UNDONE = 5;
const UNDONE_DAYS = 10;

const DELIVER = `
  update orders set stage = 'delivered', dispatched_at = delivery_date + interval '11 hours',
    delivered_at = delivery_date + interval '13 hours', created_at = delivery_date - interval '1 day',
    completed_at = delivery_date - interval '1 day'
  where id = any($1::int[])`;

/** Days before today, each with as many orders as today, delivered but for a few; returns how many orders there are now. */
export async function fillPast(connectionString: string, today: string, until: number): Promise<number> {
  for (let ago = 1; ago * A_DAY < until; ago++) {
    const ids = await fillDay(connectionString, { day: addDays(today, -ago), count: A_DAY });
    await runQuery(connectionString, DELIVER, [ago <= UNDONE_DAYS ? ids.slice(UNDONE) : ids]);
  }
  await runQuery(connectionString, 'analyze');
  const [found] = await runQuery<{ count: number }>(connectionString, 'select count(*)::int as count from orders');
  return found?.count ?? 0;
}
