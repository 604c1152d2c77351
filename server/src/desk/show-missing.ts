import { londonDay } from '#contract/delivery.ts';
import type { LineWithFlower, MadeSwaps, MissingOnDay, ShowMissing } from '#contract/desk-missing.ts';
import { dropInvisible } from '#contract/invisible.ts';
import { nameInSize } from '#contract/line-words.ts';
import { districtOf } from '#contract/postcode.ts';
import type { Size } from '#contract/sizes.ts';
import type { Deps } from '#server/deps.ts';
import { listFlowersLike } from '#server/features/tying/stems/list-flowers-like.ts';
import { mustAsk } from '#server/features/tying/swaps/make-swap.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { SHEET_ORDER, WITH_RUN } from './read-tickets.ts';

/** What is still to tie on a day by its flowers, and for one of them every ticket that has it. */
export async function showMissing(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  { day: wanted, flower }: ShowMissing,
): Promise<MissingOnDay> {
  const today = londonDay(clock.now());
  const day = wanted ?? today;
  const rows = await listFlowers(db, day);
  const lines = rows.filter((row) => row.flower === flower);
  const tickets = Map.groupBy(rows, (row) => row.flower);
  const flowers = [...tickets].map(([name, of]) => ({
    flower: name,
    stems: of.reduce((sum, { bouquets, stems }) => sum + bouquets * stems, 0),
    tickets: new Set(of.map(({ order }) => order)).size,
  }));
  return {
    day,
    today,
    flowers: flowers.toSorted((a, b) => b.stems - a.stems || a.flower.localeCompare(b.flower, 'en-GB')),
    chosen:
      flower === undefined
        ? null
        : { flower, lines: lines.map(toLine), offered: await listFlowersLike({ db }, flower) },
    swapped: await listSwapped(db, day),
  };
}

type Row = {
  order: number;
  item: number;
  name: string;
  size: Size;
  postcode: string | null;
  recipient: string | null;
  buyer: string | null;
  user_id: number | null;
  swap_choice: 'choose' | 'ask';
  flower: string;
  bouquets: number;
  stems: number;
};

/** The flowers of every line that is still to tie, without what is swapped. A flower may stand in a recipe twice. */
async function listFlowers(db: Database, day: string): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    with lines as (
      select orders.id as "order", item.id as item, item.name, item.size, orders.address ->> 'postal_code' as postcode,
        orders.address ->> 'recipient_name' as recipient, orders.buyer, orders.user_id, orders.swap_choice, item.stems,
        item.quantity - coalesce(tied_counts.tied, 0) as bouquets,
        row_number() over (order by ${SHEET_ORDER}, item.id) as place
      from orders ${WITH_RUN}
      join order_items as item on item.order_id = orders.id
      left join tied_counts on tied_counts.item_id = item.id
      where orders.leaves_on = ${day} and orders.stage = 'to tie'
    ), needed as (
      select lines.item, stem ->> 'flower' as flower, sum((stem ->> 'count')::integer) as count
      from lines cross join lateral jsonb_array_elements(lines.stems) as stem group by 1, 2
    )
    select "order", item, name, size, postcode, recipient, buyer, user_id, swap_choice, flower, bouquets,
      (needed.count - coalesce(swapped.count, 0))::integer as stems
    from lines join needed using (item)
    left join (select item_id as item, flower, sum(count) as count from swaps group by 1, 2) as swapped using (item, flower)
    where bouquets > 0 and needed.count > coalesce(swapped.count, 0)
    order by place, flower`);
  return rows;
}

const toLine = (row: Row): LineWithFlower => ({
  order: row.order,
  item: row.item,
  bouquets: row.bouquets,
  stems: row.stems,
  bouquet: nameInSize(row),
  district: districtOf(row.postcode ?? ''),
  recipient: dropInvisible(row.recipient || (row.buyer ?? '')),
  must_ask: mustAsk({ swapChoice: row.swap_choice, userId: row.user_id }),
});

/** Swaps of one press have one moment, one person and one pair of flowers. */
async function listSwapped(db: Database, day: string): Promise<MadeSwaps[]> {
  const { rows } = await db.execute<Omit<MadeSwaps, 'made_at'> & { made_at: Date | string }>(sql`
    select array_agg(swaps.id order by swaps.id) as swaps, swaps.flower, swaps.instead,
      sum(swaps.count * item.quantity)::integer as stems, count(distinct orders.id)::integer as tickets,
      count(distinct orders.id) filter (where swaps.state = 'asked')::integer as asked, staff.name as by, swaps.made_at
    from orders
    join swaps on swaps.order_id = orders.id
    join order_items as item on item.id = swaps.item_id
    left join staff on staff.id = swaps.staff_id
    where orders.leaves_on = ${day} and orders.stage = 'to tie'
    group by swaps.flower, swaps.instead, swaps.staff_id, staff.name, swaps.made_at
    order by swaps.made_at desc, swaps.flower`);
  return rows.map((row) => ({ ...row, made_at: new Date(row.made_at).toISOString() }));
}
