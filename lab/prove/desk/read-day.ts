import type { TestEnvironment } from '../test-environment.ts';
import type { OrderAtEnd, RunAtEnd, WholeDay } from './check-day.ts';
import type { EventRow } from './presses.ts';

const EVENTS = `
  select id::float8, order_id as "order", staff_id as staff, what, before, after,
    (extract(epoch from date_trunc('milliseconds', at)) * 1000)::float8 as at,
    (extract(epoch from date_trunc('milliseconds', pressed_at)) * 1000)::float8 as "pressedAt"
  from order_events where order_id = any($1::int[]) order by id`;

const ORDERS = `
  select orders.id, orders.user_id as "user", orders.stage,
    coalesce((select sum(tied_counts.tied) from tied_counts join order_items on order_items.id = tied_counts.item_id
              where order_items.order_id = orders.id), 0)::int as tied
  from orders where orders.id = any($1::int[])`;

const RUNS = `
  select runs.id, runs.left_at is not null as "hasLeft",
    (select count(*) from desk_log where action = 'run leaves' and subject_id = runs.id)::int as "loggedTimes" from runs`;

const KINDS = ['order-dispatched', 'order-delivered', 'order-not-delivered'];

/** What the database has of these orders when nobody presses any more. */
export async function readDay({ query }: TestEnvironment, ids: number[]): Promise<Omit<WholeDay, 'bench' | 'phone'>> {
  const [orders, events, runs, letters, keys] = await Promise.all([
    query<OrderAtEnd>(ORDERS, [ids]),
    query<EventRow>(EVENTS, [ids]),
    query<RunAtEnd>(RUNS),
    query<{ name: string }>("select user_id || ' ' || kind as name from letters where kind = any($1)", [KINDS]),
    query<{ key: string }>('select key from presses'),
  ]);
  return {
    orders,
    events,
    runs,
    letters: letters.map(({ name }) => name),
    keys: new Set(keys.map(({ key }) => key)),
  };
}
