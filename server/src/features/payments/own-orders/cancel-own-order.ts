import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound, OnStandby } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { findOrder } from '#server/features/orders/history/find-order.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { addCancelRequest, findCancelRequest, isOpen } from '#server/features/orders/paid/find-cancel-request.ts';
import { findReported } from '#server/features/orders/paid/find-reported.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { BY_BUYER } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { lockPaidOrder } from '../refunds/start-refund.ts';
import { cancelOrder } from './cancel-order.ts';
import { countOwnCancellation, lockOwnCancellations, whyLookFirst } from './own-cancellations.ts';
import { postChangedByBuyer } from './post-changed-by-buyer.ts';
import { whyNotAsk, whyNotOwnCancel } from './why-not-own.ts';

const REASON = 'You cancelled this order.';

/**
 * Cancels an order of one's own that nobody has tied yet, by the verb of the desk: what is left of its money goes back. Pressed again,
 * nothing more happens. Whoever does so again and again, or for much money, asks the shop by it: the order waits for the answer.
 */
export async function cancelOwnOrder(deps: Deps, shopper: Shopper, orderId: number): Promise<Order> {
  await countAttempts(deps, [{ what: 'change an order', who: String(shopper.userId) }]);
  if (await isOnStandby(deps.db)) throw new OnStandby();
  const found = await requireOwnOrder(deps, shopper, orderId);
  const request = await findCancelRequest(deps.db, orderId);
  if (isOpen(request)) return findOrder(deps, shopper, orderId);
  const why =
    whyNotAsk(found, request) ?? whyNotOwnCancel(found, deps.clock.now(), await findReported(deps.db, orderId));
  // What was never paid for has no payment to lock.
  if (why !== null && found.stage !== 'cancelled') throw new Conflict(why);
  const refund = await deps.db.transaction(async (tx) => {
    const { order, payment, leftPence } = await lockPaidOrder(tx, orderId);
    if (order.userId !== shopper.userId) throw new NotFound();
    if (order.stage === 'cancelled') return undefined;
    const asked = await findCancelRequest(tx, orderId);
    if (isOpen(asked)) return undefined;
    const since = whyNotAsk(order, asked) ?? whyNotOwnCancel(order, deps.clock.now(), await findReported(tx, orderId));
    if (since !== null) throw new Conflict(since);
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

/** The order stays as it is, and is not tied, until somebody of the shop cancels it or declines. */
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
