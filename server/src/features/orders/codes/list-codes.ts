import { type PromoCodeRow, promoCodes } from '#server/features/promotions/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, lt, sql } from '#server/platform/database/drizzle.ts';
import { codeSums } from '../table.ts';

/** A code with what came of it. */
export type CodeWithUses = {
  code: PromoCodeRow;
  /** Orders with it that are not cancelled, the ones that await their payment among them. */
  uses: number;
  /** What those that are paid for were given, and what they paid. */
  givenPence: number;
  broughtPence: number;
};

type Wanted = { code?: string; before?: number | undefined; limit?: number };

/** Every code, the newest first; or one of them, or a page. What its stored sums do not have is added up from its latest orders. */
export async function listCodes(
  db: Database | Transaction,
  { code, before, limit }: Wanted = {},
): Promise<CodeWithUses[]> {
  const isLate = sql`coalesce(orders.completed_at, 'infinity') > coalesce(${codeSums.until}, '-infinity')`;
  const sumOf = (which: string) =>
    sql`(select coalesce(sum(order_sums.pence), 0) from orders
      join order_sums on order_sums.order_id = orders.id
      where orders.promo_code_id = promo_codes.id and orders.stage <> 'cancelled' and orders.stage <> 'awaiting payment'
        and ${isLate} and ${sql.raw(which)})`;
  const wanted = and(
    code === undefined ? undefined : eq(promoCodes.code, code),
    before === undefined ? undefined : lt(promoCodes.id, before),
  );
  const found = db
    .select({
      code: promoCodes,
      uses: sql<number>`coalesce(${codeSums.uses}, 0) + (select count(*)::integer from orders
        where orders.promo_code_id = promo_codes.id and orders.stage <> 'cancelled' and ${isLate})`,
      givenPence: sql`coalesce(${codeSums.givenPence}, 0) - ${sumOf(`order_sums.kind = 'discount'`)}`.mapWith(Number),
      broughtPence: sql`coalesce(${codeSums.broughtPence}, 0) + ${sumOf('true')}`.mapWith(Number),
    })
    .from(promoCodes)
    .leftJoin(codeSums, eq(codeSums.promoCodeId, promoCodes.id))
    .where(wanted)
    .orderBy(desc(promoCodes.id));
  return limit === undefined ? found : found.limit(limit);
}

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
