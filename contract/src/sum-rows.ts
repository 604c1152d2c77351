import { toPence, toPounds } from './money.ts';
import type { OrderSum } from './orders.ts';

type Sums = Readonly<{ total: number; deliveryFee: number; sums?: readonly OrderSum[] | undefined }>;

/**
 * The rows above the amount, as cart, order page and letters show them: the goods as the total, the delivery fee, and whatever
 * else there is under its own label. With extras, the flowers and the extras stand above their total. Pounds.
 */
export function listSumRows({ total, deliveryFee, sums = [] }: Sums): { words: string; pounds: number }[] {
  const toRow = ({ label, amount }: OrderSum) => ({ words: label, pounds: amount });
  const extras = sums.find(({ kind }) => kind === 'extras');
  return [
    ...(extras ? [{ words: 'Flowers', pounds: toPounds(toPence(total) - toPence(extras.amount)) }, toRow(extras)] : []),
    { words: 'Total', pounds: total },
    { words: 'Delivery fee', pounds: deliveryFee },
    ...sums.filter(({ kind }) => kind === 'surcharge' || kind === 'discount').map(toRow),
  ];
}
