import type { Order } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { countAttempts } from '../accounts/throttle.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound, OnStandby } from '../errors.ts';
import { isOnStandby } from '../installation/standby.ts';
import { findOrder } from '../orders/find-order.ts';
import { isReplaced } from '../orders/is-replaced.ts';
import { requireOwnOrder } from '../orders/require-own-order.ts';
import { BY_BUYER } from '../staff/done-by.ts';
import { cancelOrder } from './cancel-order.ts';
import { postChangedByBuyer } from './post-changed-by-buyer.ts';
import { settleRefund } from './settle-refund.ts';
import { lockPaidOrder } from './start-refund.ts';
import { whyNotOwnCancel } from './why-not-own.ts';

const REASON = 'You cancelled this order.';

/**
 * Cancels an order of one's own that nobody has tied yet, by the verb of the desk: what is left of its money goes back. Pressed again,
 * nothing more happens.
 */
export async function cancelOwnOrder(deps: Deps, shopper: Shopper, orderId: number): Promise<Order> {
  await countAttempts(deps, [{ what: 'change an order', who: String(shopper.userId) }]);
  if (await isOnStandby(deps.db)) throw new OnStandby();
  const found = await requireOwnOrder(deps, shopper, orderId);
  const why = whyNotOwnCancel(found, deps.clock.now(), false);
  // What was never paid for has no payment to lock.
  if (why !== null && found.stage !== 'cancelled') throw new Conflict(why);
  const refund = await deps.db.transaction(async (tx) => {
    const { order } = await lockPaidOrder(tx, orderId);
    if (order.userId !== shopper.userId) throw new NotFound();
    if (order.stage === 'cancelled') return undefined;
    const since = whyNotOwnCancel(order, deps.clock.now(), await isReplaced(tx, orderId));
    if (since !== null) throw new Conflict(since);
    const cancelled = await cancelOrder(deps, tx, orderId, { reason: REASON, ...BY_BUYER });
    await postChangedByBuyer(deps, tx, cancelled.order, ['cancelled']);
    return cancelled.refund;
  });
  // Whatever comes of it, the job of the refund goes on asking.
  if (refund) await settleRefund(deps, refund.id);
  return findOrder(deps, shopper, orderId);
}
