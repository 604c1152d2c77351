import type { Pence } from './money.ts';
import { toPence } from './money.ts';
import type { OrderItem } from './orders.ts';
import { DELIVERY_FEE } from './shop.ts';

export type PricedLine = { pricePence: Pence; quantity: number; availability: OrderItem['availability'] };
export type Totals = { totalPence: Pence; deliveryFeePence: Pence; amountPence: Pence };

/**
 * What a cart costs. Bouquets that cannot be bought now cost nothing; if none can be bought, there is no delivery fee.
 */
export function countTotals(lines: readonly PricedLine[]): Totals {
  let totalPence = 0;
  for (const { pricePence, quantity, availability } of lines) {
    if (availability === 'on_sale') totalPence += pricePence * quantity;
  }
  const deliveryFeePence = totalPence === 0 ? 0 : toPence(DELIVERY_FEE);
  return { totalPence, deliveryFeePence, amountPence: totalPence + deliveryFeePence };
}
