import type { Order } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { countAttempts } from '../accounts/throttle.ts';
import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound, OnStandby } from '../errors.ts';
import { isOnStandby } from '../installation/standby.ts';
import { addCancelRequest, findCancelRequest } from '../orders/find-cancel-request.ts';
import { findOrder } from '../orders/find-order.ts';
import { findReported } from '../orders/find-reported.ts';
import { recordEvent } from '../orders/record-event.ts';
import { requireOwnOrder } from '../orders/require-own-order.ts';
import type { OrderRow } from '../orders/table.ts';
import { BY_BUYER } from '../staff/done-by.ts';
import { cancelOrder } from './cancel-order.ts';
import { countOwnCancellation, lockOwnCancellations, whyLookFirst } from './own-cancellations.ts';
import { postChangedByBuyer } from './post-changed-by-buyer.ts';
import { settleRefund } from './settle-refund.ts';
import { lockPaidOrder } from './start-refund.ts';
import { whyNotOwnCancel } from './why-not-own.ts';

const REASON = 'You cancelled this order.';

/**
 * Cancels an order of one's own that nobody has tied yet, by the verb of the desk: what is left of its money goes back. Pressed again,
 * nothing more happens. Whoever does so again and again, or for much money, asks a florist by it: the order waits for the answer.
 */
export async function cancelOwnOrder(deps: Deps, shopper: Shopper, orderId: number): Promise<Order> {
  await countAttempts(deps, [{ what: 'change an order', who: String(shopper.userId) }]);
  if (await isOnStandby(deps.db)) throw new OnStandby();
  const found = await requireOwnOrder(deps, shopper, orderId);
  const why = whyNotOwnCancel(found, deps.clock.now(), await findReported(deps.db, orderId));
  // What was never paid for has no payment to lock.
  if (why !== null && found.stage !== 'cancelled') throw new Conflict(why);
  const refund = await deps.db.transaction(async (tx) => {
    const { order, payment, leftPence } = await lockPaidOrder(tx, orderId);
    if (order.userId !== shopper.userId) throw new NotFound();
    if (order.stage === 'cancelled') return undefined;
    const since = whyNotOwnCancel(order, deps.clock.now(), await findReported(tx, orderId));
    if (since !== null) throw new Conflict(since);
    const asked = await findCancelRequest(tx, orderId);
    if (asked) {
      if (asked.declined !== null) throw new Conflict(describeDeclined(asked.declined));
      return undefined;
    }
    await lockOwnCancellations(deps, tx, order, payment);
    const counted = { order, payment, backPence: Math.max(0, leftPence) };
    const because = await whyLookFirst(deps, tx, counted);
    if (because !== undefined) return askToCancel(deps, tx, order, because);
    await countOwnCancellation(deps, tx, counted);
    const cancelled = await cancelOrder(deps, tx, orderId, { reason: REASON, ...BY_BUYER });
    await postChangedByBuyer(deps, tx, cancelled.order, ['cancelled']);
    return cancelled.refund;
  });
  // Whatever comes of it, the job of the refund goes on asking.
  if (refund) await settleRefund(deps, refund.id);
  return findOrder(deps, shopper, orderId);
}

export const describeDeclined = (words: string): string =>
  `You asked us to cancel this order, and it comes as agreed: “${words}”`;

/** The order stays as it is, and is not tied, until a florist cancels it or declines. */
async function askToCancel(
  deps: Pick<Deps, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  order: OrderRow,
  because: string,
): Promise<undefined> {
  const at = deps.clock.now();
  await addCancelRequest(tx, order.id, { because, at });
  await recordEvent(tx, order.id, { at, ...BY_BUYER, what: 'cancel asked' });
  await postChangedByBuyer(deps, tx, order, ['to cancel']);
}
