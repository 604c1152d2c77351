import type { Pence } from './money.ts';
import { toPence } from './money.ts';
import type { OrderItem } from './orders.ts';
import { DELIVERY_FEE } from './shop.ts';

export type PricedLine = {
  pricePence: Pence;
  /** What goes with one bouquet of the line; nothing where it is not told. */
  extrasPence?: Pence;
  quantity: number;
  availability: OrderItem['availability'];
};
export type Totals = { totalPence: Pence; deliveryFeePence: Pence; surchargePence?: Pence; amountPence: Pence };
/** What is paid besides the goods. The surcharge is that of the delivery day. */
export type Charges = { feePence?: Pence; surchargePence?: Pence };

/**
 * What a cart costs: bouquets and extras are its goods. Bouquets that cannot be bought now cost nothing, and neither does
 * what goes with them; if none can be bought, there is no delivery to pay.
 */
export function countTotals(
  lines: readonly PricedLine[],
  { feePence = toPence(DELIVERY_FEE), surchargePence = 0 }: Charges = {},
): Totals {
  let totalPence = 0;
  for (const { pricePence, extrasPence = 0, quantity, availability } of lines) {
    if (availability === 'on_sale') totalPence += (pricePence + extrasPence) * quantity;
  }
  if (totalPence === 0) return { totalPence, deliveryFeePence: 0, amountPence: 0 };
  return {
    totalPence,
    deliveryFeePence: feePence,
    ...(surchargePence > 0 && { surchargePence }),
    amountPence: totalPence + feePence + surchargePence,
  };
}

/** How much of that is for extras. */
export const countExtras = (lines: readonly PricedLine[]): Pence =>
  lines.reduce(
    (sum, { extrasPence = 0, quantity, availability }) =>
      availability === 'on_sale' ? sum + extrasPence * quantity : sum,
    0,
  );

/** What these extras cost, one of each. */
export const priceExtras = (extras: readonly Pick<OrderItem['extras'][number], 'price'>[]): Pence =>
  extras.reduce((sum, { price }) => sum + toPence(price), 0);

/** What of the extras is charged in a cart: those that can be bought now. */
export const chargedExtras = (extras: OrderItem['extras']): OrderItem['extras'] =>
  extras.filter(({ availability }) => availability === 'on_sale');
