import type { Database, Transaction } from '../database/connect.ts';
import { desc, sql } from '../database/drizzle.ts';
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

/** Every code, the newest first. */
export async function listCodes(db: Database | Transaction): Promise<CodeWithUses[]> {
  const sumOf = (which: string) =>
    sql<number>`(select coalesce(sum(order_sums.pence), 0)::integer from orders
      join order_sums on order_sums.order_id = orders.id
      where orders.promo_code_id = promo_codes.id and orders.stage not in ('cancelled', 'awaiting payment')
        and ${sql.raw(which)})`;
  return db
    .select({
      code: promoCodes,
      uses: sql<number>`(select count(*)::integer from orders
        where promo_code_id = promo_codes.id and stage <> 'cancelled')`,
      givenPence: sql<number>`- ${sumOf(`order_sums.kind = 'discount'`)}`,
      broughtPence: sumOf('true'),
    })
    .from(promoCodes)
    .orderBy(desc(promoCodes.id));
}
