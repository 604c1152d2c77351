import { formatDay, lastMoment, londonTime } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import type { OrderStage } from '#contract/orders.ts';
import type { OrderRow } from '../orders/table.ts';

const TIED = 'Your flowers are tied, so nothing of this order can change any more.';

/** Why a buyer can change nothing of an order any more. */
const WHY_NOT: Record<OrderStage, string | null> = {
  'awaiting payment': 'PayPal has not confirmed your payment yet.',
  'to tie': null,
  tied: TIED,
  out: 'Your flowers are on their way, so nothing of this order can change any more.',
  'not delivered': 'Your flowers have been on their way, so nothing of this order can change any more.',
  delivered: 'Your flowers were delivered.',
  cancelled: 'This order is cancelled.',
};

export const whyNotOwnChange = ({ stage }: OrderRow): string | null => WHY_NOT[stage];

/** Its flowers are bought at the cut-off of its day: from then on they come on that day or not at all. */
export function whyNotMove(order: OrderRow, rules: DeliveryRules, now: Date): string | null {
  const why = whyNotOwnChange(order);
  if (why !== null || order.deliveryDate === null) return why;
  const until = lastMoment(order.deliveryDate, rules);
  if (now < until) return null;
  return `We bought the flowers for ${formatDay(order.deliveryDate)} at ${londonTime(until)} the day before, so the day cannot change any more.`;
}

/** A replacement costs nothing: there is nothing to give back. */
export function whyNotOwnCancel(order: OrderRow): string | null {
  if (order.replacesOrderId !== null) return 'These flowers replace others and cost nothing.';
  return whyNotOwnChange(order);
}
