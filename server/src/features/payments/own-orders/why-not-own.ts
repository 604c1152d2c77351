import { formatDay, lastMoment, londonDay, londonTime } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import type { OrderStage } from '#contract/orders.ts';
import { type CancelRequest, declinedIn, isOpen } from '#server/features/orders/paid/find-cancel-request.ts';
import type { Reported } from '#server/features/orders/paid/find-reported.ts';
import type { OrderRow } from '#server/features/orders/table.ts';

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

/**
 * Nothing of flowers that were reported as damaged, or sent anew: they would go to two doors for one price. On the day on which it is
 * tied the press decides, and for a carrier that is the day before; a florist may never have pressed that it is.
 */
export function whyNotOwnChange(order: OrderRow, now: Date, { claim, replacedBy }: Reported): string | null {
  const { stage, collectedOn, deliveryDate } = order;
  if (WHY_NOT[stage] !== null) return WHY_NOT[stage];
  if (claim !== null) return 'You reported damaged flowers, so nothing of this order can change any more.';
  if (replacedBy !== null)
    return 'We have sent these flowers anew for you, so nothing of this order can change any more.';
  const tiedOn = collectedOn ?? deliveryDate;
  if (tiedOn === null || londonDay(now) <= tiedOn) return null;
  return 'The day of this order is over, so nothing of it can change any more.';
}

/** Its flowers are bought at the cut-off of its day: from then on they come on that day or not at all. */
export function whyNotMove(order: OrderRow, rules: DeliveryRules, now: Date, reported: Reported): string | null {
  const why = whyNotOwnChange(order, now, reported);
  if (why !== null || order.deliveryDate === null) return why;
  const until = lastMoment(order.deliveryDate, rules);
  if (now < until) return null;
  return `We bought the flowers for ${formatDay(order.deliveryDate)} at ${londonTime(until)} the day before, so the day cannot change any more.`;
}

/** A replacement costs nothing: there is nothing to give back. Nor is there for flowers that were sent anew for nothing. */
export function whyNotOwnCancel(order: OrderRow, now: Date, reported: Reported): string | null {
  if (order.replacesOrderId !== null) return 'These flowers replace others and cost nothing.';
  if (reported.replacedBy !== null)
    return 'We have sent these flowers anew for you, so this order can no longer be cancelled.';
  return whyNotOwnChange(order, now, reported);
}

const ASKED =
  'You have asked us to cancel this order. We look at it, and write to you; until then nothing of it can change.';

/** An answer is about the order as it was when it was asked for, and no day is held by an order that may not be sent. */
export const whyNotWhileAsked = (request: CancelRequest | undefined): string | null => (isOpen(request) ? ASKED : null);

/** What came of asking comes before all else; null if nobody asked, or the shop has changed the order since it declined. */
export function whyNotAsk({ stage }: OrderRow, request: CancelRequest | undefined): string | null {
  if (stage === 'cancelled') return null;
  const declined = declinedIn(request);
  if (declined !== null) return `You asked us to cancel this order, and we did not: “${declined}”`;
  return whyNotWhileAsked(request);
}
