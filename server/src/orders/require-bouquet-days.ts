import { formatDay } from '#contract/delivery.ts';
import { products } from '../catalogue/table.ts';
import type { Transaction } from '../database/connect.ts';
import { and, inArray, isNotNull, or, sql } from '../database/drizzle.ts';
import { Invalid } from '../errors.ts';
import { BEING_CAPTURED } from '../states.ts';
import type { Line } from './list-lines.ts';

type Wanted = Pick<Line, 'productId' | 'quantity'>;

/**
 * Refuses a day on which a bouquet cannot be had, or not as often as is wanted. How many are ordered for a day is counted
 * from the orders. Until the transaction ends, nobody else can take the last one: the lock of a bouquet's day comes
 * after all others, and several are locked in the order of ids.
 */
export async function requireBouquetDays(tx: Transaction, lines: readonly Wanted[], day: string): Promise<void> {
  if (lines.length === 0) return;
  const { id, name, availableFrom, availableUntil, mostPerDay } = products;
  const limited = await tx
    .select({ id, name, availableFrom, availableUntil, mostPerDay })
    .from(products)
    .where(
      and(
        inArray(
          id,
          lines.map(({ productId }) => productId),
        ),
        or(isNotNull(availableFrom), isNotNull(availableUntil), isNotNull(mostPerDay)),
      ),
    )
    .orderBy(id);
  for (const bouquet of limited) {
    const { availableFrom: from, availableUntil: until } = bouquet;
    if ((from && day < from) || (until && day > until)) throw refusal(`${bouquet.name} ${sayWhen(from, until)}.`);
    if (bouquet.mostPerDay === null) continue;
    const wanted = lines.reduce((sum, line) => (line.productId === bouquet.id ? sum + line.quantity : sum), 0);
    const left = bouquet.mostPerDay - (await countOrdered(tx, bouquet.id, day));
    if (wanted > left) throw refusal(sayLeft(bouquet.name, left, day));
  }
}

/** Whether the bouquets can be had on that day; takes the same locks. */
export async function hasBouquets(tx: Transaction, lines: readonly Wanted[], day: string): Promise<boolean> {
  try {
    await requireBouquetDays(tx, lines, day);
    return true;
  } catch (error) {
    if (error instanceof Invalid) return false;
    throw error;
  }
}

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
