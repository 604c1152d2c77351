import { londonDay } from '#contract/delivery.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { readTickets } from './read-tickets.ts';

/** How far back what was left undone is looked for, and how much of each kind. */
const LATE_DAYS = 14;
const MOST = 100;
const MOST_UNDONE = 300;

/** Orders that stand before all others, as the sheet of the day has them, whichever day they leave on. */
export async function listTroubles(db: Database, now: Date): Promise<number[]> {
  const today = londonDay(now);
  const { rows } = await db.execute<{ id: number }>(sql`
    (select undone.id from generate_series(0, ${LATE_DAYS}::integer) as ago
      cross join unnest(array['to tie', 'tied', 'out']) as stage
      cross join lateral (select orders.id from orders
        where orders.leaves_on = ${today}::date - ago and orders.stage = stage.stage
          and (ago > 0 or orders.stage = 'to tie') and (orders.stage <> 'out' or orders.collected_on is null)
        limit ${MOST}) as undone
      limit ${MOST_UNDONE})
    union (select id from orders where stage = 'not delivered' and not exists (
        select from orders as again where again.replaces_order_id = orders.id and again.stage = 'delivered')
      order by id desc limit ${MOST})
    union (select id from orders where stage = 'awaiting payment' order by id desc limit ${MOST})
    union (select order_id from claims where answered_at is null order by claims.id limit ${MOST})
    union (select order_id from cancel_requests where answered_at is null order by order_id desc limit ${MOST})
    union (select order_id from swaps where state in ('asked', 'call') order by swaps.id desc limit ${MOST})`);
  const tickets = await readTickets(
    db,
    rows.map(({ id }) => id),
    today,
  );
  return tickets.filter(({ troubles }) => troubles.length > 0).map(({ id }) => id);
}
