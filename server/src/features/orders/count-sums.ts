import { countDiscount, type Discount } from '#contract/discount.ts';
import type { Pence } from '#contract/money.ts';
import { countExtras, countTotals, type PricedLine } from '#contract/order-totals.ts';
import { goodsOf, penceOf, type Sum, totalOf } from './list-sums.ts';

/** What is paid besides the goods, each with its reason in the buyer's words. */
export type Charges = { feePence?: Pence; surcharge?: { label: string; pence: Pence } | undefined };

type Terms = Charges & {
  /** Of a code that can be used now. */
  discount?: (Discount & { label: string }) | null;
};

/** What a cart costs now, part by part. */
export function countSums(lines: readonly PricedLine[], { feePence, surcharge, discount }: Terms = {}): Sum[] {
  const { totalPence, deliveryFeePence, surchargePence } = countTotals(lines, {
    ...(feePence !== undefined && { feePence }),
    ...(surcharge && { surchargePence: surcharge.pence }),
  });
  const extrasPence = countExtras(lines);
  const sums: Sum[] = [
    { kind: 'goods', label: 'Flowers', pence: totalPence - extrasPence },
    ...(extrasPence > 0 ? [{ kind: 'extras' as const, label: 'Extras', pence: extrasPence }] : []),
    { kind: 'delivery', label: 'Delivery', pence: deliveryFeePence },
    ...(surcharge && surchargePence
      ? [{ kind: 'surcharge' as const, label: surcharge.label, pence: surchargePence }]
      : []),
  ];
  const pence = discount ? countDiscount(discount, toDiscountable(sums)) : 0;
  return discount && pence > 0 ? [...sums, { kind: 'discount', label: discount.label, pence: -pence }] : sums;
}

/** What a code can be taken off. */
export const toDiscountable = (sums: readonly Sum[]) => ({
  goodsPence: goodsOf(sums),
  deliveryPence: penceOf(sums, 'delivery'),
  amountPence: totalOf(sums),
});
