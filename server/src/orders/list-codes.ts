import type { Database, Transaction } from '../database/connect.ts';
import { and, desc, eq, lt, sql } from '../database/drizzle.ts';
import { type PromoCodeRow, promoCodes } from '../promotions/table.ts';

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

/** Every code, the newest first; or one of them, or a page. Its orders are found by their index. */
export async function listCodes(
  db: Database | Transaction,
  { code, before, limit }: Wanted = {},
): Promise<CodeWithUses[]> {
  const sumOf = (which: string) =>
    sql<number>`(select coalesce(sum(order_sums.pence), 0)::integer from orders
      join order_sums on order_sums.order_id = orders.id
      where orders.promo_code_id = promo_codes.id and orders.stage not in ('cancelled', 'awaiting payment')
        and ${sql.raw(which)})`;
  const wanted = and(
    code === undefined ? undefined : eq(promoCodes.code, code),
    before === undefined ? undefined : lt(promoCodes.id, before),
  );
  const found = db
    .select({
      code: promoCodes,
      uses: sql<number>`(select count(*)::integer from orders
        where promo_code_id = promo_codes.id and stage <> 'cancelled')`,
      givenPence: sql<number>`- ${sumOf(`order_sums.kind = 'discount'`)}`,
      broughtPence: sumOf('true'),
    })
    .from(promoCodes)
    .where(wanted)
    .orderBy(desc(promoCodes.id));
  return limit === undefined ? found : found.limit(limit);
}
