import type { Day } from '#contract/day.ts';
import { addDays, formatDay, londonDay, londonTime } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';

type Marks = Pick<Order, 'delivery_date' | 'dispatched_at' | 'delivered_at'> & Partial<Pick<Order, 'stage'>>;
type Completed = Marks & Pick<Order, 'replaces'> & Partial<Pick<Order, 'refunded' | 'amount_to_pay'>>;

/** The state of a paid order, by what the florist marked last; undefined if its day is over and nothing was marked. */
export function orderState(
  { delivery_date, dispatched_at, delivered_at, stage }: Marks,
  now: Date,
): 'Booked' | 'Being prepared' | 'On its way' | 'Delivered' | 'Cancelled' | undefined {
  if (stage === 'cancelled') return 'Cancelled';
  if (delivered_at) return 'Delivered';
  if (delivery_date && delivery_date < londonDay(now)) return undefined;
  if (dispatched_at) return 'On its way';
  // Flowers are tied on the eve of their day, not a week before.
  return delivery_date && delivery_date > addDays(londonDay(now), 1) ? 'Booked' : 'Being prepared';
}

/** The day an order arrives or arrived; undefined where no day was set. */
export function arrivalDay({ delivery_date, delivered_at }: Marks, now: Date): string | undefined {
  const day = delivered_at ? londonDay(new Date(delivered_at)) : delivery_date;
  return day === null ? undefined : formatDayInTime(day, now);
}

/** A day in words, with the year if it is not the current one. */
export function formatDayInTime(day: Day, now: Date): string {
  const year = day.slice(0, 4);
  return year === londonDay(now).slice(0, 4) ? formatDay(day) : `${formatDay(day)} ${year}`;
}

/** The state in more words, with the time it was marked. */
export function describeState(order: Marks, now: Date): string | undefined {
  const { delivered_at, dispatched_at } = order;
  const state = orderState(order, now);
  if (state === 'Delivered' && delivered_at) return `Delivered ${dayOf(delivered_at)}`;
  if (state === 'On its way' && dispatched_at)
    return `On its way since ${londonTime(dispatched_at)}, ${dayOf(dispatched_at)}`;
  return state;
}

const dayOf = (moment: string) => formatDay(londonDay(new Date(moment)));

/** What the stamp "Completed Order" says of an order: the buying is done, the flowers may be still to come. */
export function explainCompleted(order: Completed, now: Date): string {
  if (order.stage === 'cancelled') return explainCancelled(order);
  const paid = order.replaces === null ? 'Paid for' : 'Nothing to pay';
  if (order.delivered_at) return `${paid}, and delivered`;
  return isReceived(order, now) ? paid : `${paid}, flowers still to come`;
}

/** PayPal may take a while to confirm that the money has gone back. */
const explainCancelled = ({ refunded = 0, amount_to_pay = 0 }: Completed): string =>
  refunded < amount_to_pay ? 'Cancelled, your money is on its way back' : 'Cancelled, and all of it refunded';

/**
 * Whether the flowers are there: marked as delivered, or their day is over. Of flowers that their buyer asked to cancel, and nobody has
 * answered, the calendar tells nothing.
 */
export const isReceived = ({ delivered_at, delivery_date, stage }: Marks, now: Date, isAsked = false): boolean =>
  stage !== 'cancelled' &&
  (delivered_at !== null || (!isAsked && delivery_date !== null && delivery_date < londonDay(now)));
