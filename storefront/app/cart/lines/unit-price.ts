import { toPence, toPounds } from '#contract/money.ts';
import { priceExtras } from '#contract/order-totals.ts';
import type { ItemExtra, OrderItem } from '#contract/orders.ts';

/** Pounds for one bouquet of a line with these of its extras. */
export const unitPrice = ({ price }: OrderItem, extras: readonly ItemExtra[]): number =>
  toPounds(toPence(price) + priceExtras(extras));
