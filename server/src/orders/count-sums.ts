import { countDiscount, type Discount } from '#contract/discount.ts';
import { countTotals, type PricedLine } from '#contract/order-totals.ts';
import { goodsOf, penceOf, type Sum, totalOf } from './list-sums.ts';

type Terms = {
  /** Of a code that can be used now. */
  discount?: (Discount & { label: string }) | null;
};

/** What a cart costs now, part by part. */
export function countSums(lines: readonly PricedLine[], { discount }: Terms = {}): Sum[] {
  const { totalPence, deliveryFeePence } = countTotals(lines);
  const sums: Sum[] = [
    { kind: 'goods', label: 'Flowers', pence: totalPence },
    { kind: 'delivery', label: 'Delivery', pence: deliveryFeePence },
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
