import type { Day } from '#contract/day.ts';
import { formatDay } from '#contract/delivery.ts';
import { Invalid } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { BEING_CAPTURED } from '../states.ts';
import type { Limited } from './limited-bouquets.ts';

/**
 * Refuses a day on which a bouquet cannot be had, or not as often as is wanted. How many are ordered for a day is counted
 * from the orders. Until the transaction ends, nobody else can take the last one: the lock of a bouquet's day comes
 * after that of the day, and several of one day are locked in the order of ids.
 */
export async function requireBouquetDays(tx: Transaction, limited: readonly Limited[], day: Day): Promise<void> {
  for (const bouquet of limited) {
    const { name, availableFrom, availableUntil, mostPerDay, wanted } = bouquet;
    if (!isInSeason(bouquet, day)) throw refusal(`${name} ${sayWhen(availableFrom, availableUntil)}.`);
    if (mostPerDay === null) continue;
    const left = mostPerDay - (await countOrdered(tx, bouquet.id, day));
    if (wanted > left) throw refusal(sayLeft(name, left, day));
  }
}

/** Whether the bouquets can be had on that day; takes the same locks. */
export async function hasBouquets(tx: Transaction, limited: readonly Limited[], day: Day): Promise<boolean> {
  try {
    await requireBouquetDays(tx, limited, day);
    return true;
  } catch (error) {
    if (error instanceof Invalid) return false;
    throw error;
  }
}

/** Those of the days on which the bouquets can be had at this moment. Nothing is locked: whoever takes one looks again. */
export async function listDaysWithBouquets(
  tx: Transaction,
  limited: readonly Limited[],
  days: readonly Day[],
): Promise<Day[]> {
  const inSeason = days.filter((day) => limited.every((bouquet) => isInSeason(bouquet, day)));
  const counted = limited.filter(({ mostPerDay }) => mostPerDay !== null);
  if (counted.length === 0 || inSeason.length === 0) return inSeason;
  const { rows } = await tx.execute<{ id: number; day: Day; ordered: number }>(sql`
    select order_items.product_id as id, orders.delivery_date::text as day, sum(order_items.quantity)::integer as ordered
    from orders inner join order_items on order_items.order_id = orders.id
    where orders.delivery_date = any(${sql.param(inSeason)}::date[]) and orders.stage <> 'cancelled'
      and order_items.product_id = any(${sql.param(counted.map(({ id }) => id))}::integer[])
    group by 1, 2`);
  const ordered = new Map(rows.map((row) => [`${row.id} ${row.day}`, row.ordered]));
  return inSeason.filter((day) =>
    counted.every(({ id, wanted, mostPerDay }) => wanted + (ordered.get(`${id} ${day}`) ?? 0) <= Number(mostPerDay)),
  );
}

type Season = { availableFrom: string | null; availableUntil: string | null };

const isInSeason = ({ availableFrom: from, availableUntil: until }: Season, day: Day): boolean =>
  !(from && day < from) && !(until && day > until);

const refusal = (words: string) => new Invalid({ delivery_date: [`${words} Please choose another day.`] });

function sayWhen(from: string | null, until: string | null): string {
  if (from && until) return `can be had from ${formatDay(from)} to ${formatDay(until)}`;
  return from ? `can be had from ${formatDay(from)}` : `can be had until ${formatDay(until ?? '')}`;
}

const sayLeft = (name: string, left: number, day: string): string =>
  left > 0
    ? `We can tie only ${left} more of ${name} for ${formatDay(day)}.`
    : `We cannot tie any more of ${name} for ${formatDay(day)}.`;

/** In all sizes. An order of an earlier version that awaits its payment may have no day of its own: then its payment names the day. */
async function countOrdered(tx: Transaction, productId: number, day: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bouquet ${productId} on ${day}`}, 0))`);
  const { rows } = await tx.execute<{ ordered: number }>(sql`
    select coalesce(sum(order_items.quantity), 0)::integer as ordered
    from orders inner join order_items on order_items.order_id = orders.id
    where order_items.product_id = ${productId} and orders.stage <> 'cancelled' and (orders.delivery_date = ${day}
      or (orders.delivery_date is null and exists (
        select from payments where payments.order_id = orders.id and payments.delivery_date = ${day}
          and payments.state = any(${sql.param(BEING_CAPTURED)}::text[]))))`);
  return rows[0]?.ordered ?? 0;
}
