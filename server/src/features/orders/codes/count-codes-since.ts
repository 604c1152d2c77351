import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';

/**
 * What orders with a code were given and paid, of those that were paid for since a day in London and are not cancelled.
 * The codes are named one by one, because the index has the orders of each by time.
 */
export async function countCodesSince(
  db: Database,
  day: string,
): Promise<{ givenPence: number; broughtPence: number }> {
  const { rows } = await db.execute<{ given: number; brought: number }>(sql`
    select coalesce(- sum(order_sums.pence) filter (where order_sums.kind = 'discount'), 0)::integer as given,
      coalesce(sum(order_sums.pence), 0)::integer as brought
    from orders join order_sums on order_sums.order_id = orders.id
    where orders.promo_code_id = any (array(select id from promo_codes))
      and orders.stage <> 'cancelled' and orders.stage <> 'awaiting payment'
      and coalesce(orders.completed_at, 'infinity') >= (${day}::date)::timestamp at time zone 'Europe/London'`);
  return { givenPence: rows[0]?.given ?? 0, broughtPence: rows[0]?.brought ?? 0 };
}
