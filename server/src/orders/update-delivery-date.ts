import { type DayRefusal, FURTHEST_DAYS_AHEAD, formatDay, nextDelivery, promiseFor } from '#contract/delivery.ts';
import type { Order, UpdateDeliveryDate } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import { changeCart } from './change-cart.ts';
import { readOwnOrder } from './find-order.ts';
import { lockCart } from './lock-cart.ts';

const REFUSALS = {
  'not-a-day': () => 'This is not a day.',
  'too-soon': (now) => `We cannot deliver that soon. The first possible day is ${formatDay(nextDelivery(now).day)}.`,
  'too-late': () => `We deliver up to ${FURTHEST_DAYS_AHEAD} days ahead.`,
  holiday: () => 'We do not deliver on bank holidays.',
} satisfies Record<DayRefusal, (now: Date) => string>;

/** Chooses the delivery day, if an order placed now can still be promised for it; payment checks it again. */
export async function updateDeliveryDate(
  { clock, db }: Deps,
  shopper: Shopper,
  orderId: number,
  { delivery_date }: UpdateDeliveryDate,
): Promise<Order> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, shopper, orderId);
    const now = clock.now();
    const promise = promiseFor(now, delivery_date);
    if (!promise.ok) throw new Invalid({ delivery_date: [REFUSALS[promise.reason](now)] });
    if (promise.day !== cart.deliveryDate) await changeCart(tx, cart, { deliveryDate: promise.day });
    return readOwnOrder(tx, shopper, orderId, now);
  });
}
