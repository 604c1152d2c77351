import type { Database } from '../database/connect.ts';
import { sql } from '../database/drizzle.ts';

/** What orders with a code were given and paid, of those that were paid for since a day in London and are not cancelled. */
export async function countCodesSince(
  db: Database,
  day: string,
): Promise<{ givenPence: number; broughtPence: number }> {
  const { rows } = await db.execute<{ given: number; brought: number }>(sql`
    select coalesce(- sum(order_sums.pence) filter (where order_sums.kind = 'discount'), 0)::integer as given,
      coalesce(sum(order_sums.pence), 0)::integer as brought
    from orders join order_sums on order_sums.order_id = orders.id
    where orders.promo_code_id is not null and orders.stage not in ('cancelled', 'awaiting payment')
      and orders.completed_at >= (${day}::date)::timestamp at time zone 'Europe/London'`);
  return { givenPence: rows[0]?.given ?? 0, broughtPence: rows[0]?.brought ?? 0 };
}
