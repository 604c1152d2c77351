import type { PricedLine } from '#contract/order-totals.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import { findCodeProblem } from '#server/features/promotions/check-code.ts';
import { type PromoCodeRow, promoCodes } from '#server/features/promotions/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { countSums, toDiscountable } from '../count-sums.ts';
import type { Sum } from '../list-sums.ts';
import { findCharges } from './find-charges.ts';
import type { CartRow } from './table.ts';

/** The code of a cart, and why it gives nothing now; null if it does. */
export type Promotion = PromoCodeRow & { problem: string | null };

/** What a cart costs now, and its code. */
export type PricedCart = { sums: Sum[]; promotion: Promotion | null };

/** For the day that is chosen or promised. A code that cannot be used any more stays in the cart and gives nothing: the buyer is told why, and takes it off. */
export async function priceCart(
  db: Database | Transaction,
  { userId, promoCodeId }: Pick<CartRow, 'userId' | 'promoCodeId'>,
  lines: readonly PricedLine[],
  day: string | null,
  terms: DeliveryTerms,
): Promise<PricedCart> {
  const charges = findCharges(day, terms);
  const sums = countSums(lines, charges);
  if (promoCodeId === null) return { sums, promotion: null };
  const { uses, code } = await findCodeWithUses(db, promoCodeId, userId);
  const problem = findCodeProblem(code, uses, toDiscountable(sums), terms.now);
  const promotion = { ...code, problem };
  if (problem !== null) return { sums, promotion };
  return { sums: countSums(lines, { ...charges, discount: { ...code, label: `Code ${code.code}` } }), promotion };
}

/** What is not limited is not counted. Orders that await their payment count; cancelled ones do not. */
async function findCodeWithUses(db: Database | Transaction, codeId: number, userId: number) {
  const [found] = await db
    .select({
      code: promoCodes,
      uses: {
        inAll: sql<number>`(select count(*)::integer from (select from orders
          where promo_code_id = promo_codes.id and stage <> 'cancelled'
          limit coalesce(promo_codes.max_uses, 0)) as counted)`,
        own: sql<number>`(select count(*)::integer from (select from orders
          where promo_code_id = promo_codes.id and user_id = ${userId} and stage <> 'cancelled'
          limit coalesce(promo_codes.max_uses_each, 0)) as counted)`,
        hasOrdered: sql<boolean>`promo_codes.first_order_only and exists (select from orders
          where user_id = ${userId} and stage <> 'cancelled')`,
      },
    })
    .from(promoCodes)
    .where(eq(promoCodes.id, codeId));
  if (!found) throw new Error(`There is no code ${codeId}.`);
  return found;
}
