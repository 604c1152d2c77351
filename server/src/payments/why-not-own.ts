import { formatDay, lastMoment, londonDay, londonTime } from '#contract/delivery.ts';
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

/** The day on which it is tied: a carrier collects it on the day before. A florist may never have pressed that it is. */
export function whyNotOwnChange({ stage, collectedOn, deliveryDate }: OrderRow, now: Date): string | null {
  const tiedOn = collectedOn ?? deliveryDate;
  if (WHY_NOT[stage] !== null || tiedOn === null || londonDay(now) <= tiedOn) return WHY_NOT[stage];
  return 'The day of this order is over, so nothing of it can change any more.';
}

/** Its flowers are bought at the cut-off of its day: from then on they come on that day or not at all. */
export function whyNotMove(order: OrderRow, rules: DeliveryRules, now: Date): string | null {
  const why = whyNotOwnChange(order, now);
  if (why !== null || order.deliveryDate === null) return why;
  const until = lastMoment(order.deliveryDate, rules);
  if (now < until) return null;
  return `We bought the flowers for ${formatDay(order.deliveryDate)} at ${londonTime(until)} the day before, so the day cannot change any more.`;
}

/** A replacement costs nothing: there is nothing to give back. Nor is there for flowers that were sent anew for nothing. */
export function whyNotOwnCancel(order: OrderRow, now: Date, isReplaced: boolean): string | null {
  if (order.replacesOrderId !== null) return 'These flowers replace others and cost nothing.';
  if (isReplaced) return 'We have sent these flowers anew for you, so this order can no longer be cancelled.';
  return whyNotOwnChange(order, now);
}
