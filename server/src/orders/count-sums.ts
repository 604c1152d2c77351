import { countTotals, type PricedLine } from '#contract/order-totals.ts';
import type { Sum } from './list-sums.ts';

/** What a cart costs now, part by part. */
export function countSums(lines: readonly PricedLine[]): Sum[] {
  const { totalPence, deliveryFeePence } = countTotals(lines);
  return [
    { kind: 'goods', label: 'Flowers', pence: totalPence },
    { kind: 'delivery', label: 'Delivery', pence: deliveryFeePence },
  ];
}
