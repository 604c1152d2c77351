import { toPence, toPounds } from './money.ts';
import type { OrderSum } from './orders.ts';

/** The words for all goods together. */
export const TOTAL = 'Total';

type Sums = Readonly<{ total: number; deliveryFee: number; sums?: readonly OrderSum[] | undefined }>;

/**
 * The rows above the amount, as cart, order page and letters show them: the goods as the total, a discount, the delivery fee,
 * and a surcharge, each under its own label. With extras, the flowers and the extras stand above their total. Pounds.
 */
export function listSumRows({ total, deliveryFee, sums = [] }: Sums): { words: string; pounds: number }[] {
  const toRow = ({ label, amount }: OrderSum) => ({ words: label, pounds: amount });
  const extras = sums.find(({ kind }) => kind === 'extras');
  return [
    ...(extras ? [{ words: 'Flowers', pounds: toPounds(toPence(total) - toPence(extras.amount)) }, toRow(extras)] : []),
    { words: TOTAL, pounds: total },
    ...sums.filter(({ kind }) => kind === 'discount').map(toRow),
    { words: 'Delivery fee', pounds: deliveryFee },
    ...sums.filter(({ kind }) => kind === 'surcharge').map(toRow),
  ];
}
