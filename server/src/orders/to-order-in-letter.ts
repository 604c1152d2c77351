import { formatDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import type { OrderInLetter } from '../mail/letter.ts';
import { addressLines } from './address-lines.ts';
import type { Line } from './list-lines.ts';
import type { OrderRow } from './table.ts';

/** A completed order as letters tell the buyer of it, or the florist. */
export function toOrderInLetter(
  order: OrderRow,
  lines: readonly Line[],
  reader: 'buyer' | 'florist' = 'buyer',
): OrderInLetter {
  const { totalPence, deliveryFeePence } = order;
  return {
    id: order.id,
    items: lines.map(({ name, itemCode, quantity, pricePence }) => ({
      name,
      itemCode,
      quantity,
      price: toPounds(pricePence),
    })),
    total: toPounds(totalPence ?? 0),
    deliveryFee: toPounds(deliveryFeePence ?? 0),
    paid: toPounds((totalPence ?? 0) + (deliveryFeePence ?? 0)),
    day: formatDay(order.deliveryDate ?? ''),
    address: addressLines(order.address, order.buyer ?? '', reader),
    note: order.text,
  };
}
