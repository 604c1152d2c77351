import type { Day } from '#contract/day.ts';
import { formatDay } from '#contract/delivery.ts';
import { type DeliveryRules, surchargePenceOf } from '#contract/delivery-rules.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { ChangeOwnOrder } from '#contract/own-orders.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid, OnStandby } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { shareRules } from '#server/features/delivery/lock-rules.ts';
import { readRules } from '#server/features/delivery/read-rules.ts';
import { requireDay } from '#server/features/delivery/require-day.ts';
import { readOwnOrder } from '#server/features/orders/history/find-order.ts';
import { listSums } from '#server/features/orders/list-sums.ts';
import { lockOrder, lockOwnOrder } from '#server/features/orders/lock-order.ts';
import { changeLocked, compare, findChangeSince } from '#server/features/orders/paid/change-order.ts';
import { findCancelRequest } from '#server/features/orders/paid/find-cancel-request.ts';
import { findReported, type Reported } from '#server/features/orders/paid/find-reported.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { BY_BUYER } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { refundSurcharge, surchargeLeft } from '../refunds/refund-surcharge.ts';
import { type PaymentRow, payments } from '../table.ts';
import { postChangedByBuyer } from './post-changed-by-buyer.ts';
import { whyNotMove, whyNotOwnChange, whyNotWhileAsked } from './why-not-own.ts';

/**
 * Another day, address, note or other wishes for an order of one's own that nobody has tied yet: by the verb of the desk, with what a
 * buyer must keep to besides. What was paid stays; what the new day costs less goes back. Sent twice, it is done once.
 */
export async function changeOwnOrder(
  deps: Deps,
  shopper: Shopper,
  orderId: number,
  { seen, ...wanted }: ChangeOwnOrder,
): Promise<Order> {
  await countAttempts(deps, [{ what: 'change an order', who: String(shopper.userId) }]);
  if (await isOnStandby(deps.db)) throw new OnStandby();
  return deps.db.transaction(async (tx) => {
    const { order, payment } = await lockOwnPaidOrder(tx, shopper, orderId);
    const is = compare(order, { ...wanted, tell: true });
    if (is.isMoved || is.isElsewhere || is.isReworded || is.isWished) {
      const reported = await findReported(tx, orderId);
      const request = await findCancelRequest(tx, orderId);
      const why = whyNotWhileAsked(request) ?? whyNotOwnChange(order, deps.clock.now(), reported);
      if (why !== null) throw new Conflict(why);
      if (await findChangeSince(tx, orderId, seen))
        throw new Conflict('This order was changed meanwhile. Please look at it again.');
      if (is.isMoved) await requireMove(deps, tx, { order, payment, reported }, wanted.delivery_date as Day);
      const changed = await changeLocked(deps, tx, order, BY_BUYER, { ...wanted, tell: true });
      const told = changed.map(({ what }) => what);
      await postChangedByBuyer(deps, tx, await lockOrder(tx, orderId), told);
    }
    return readOwnOrder(tx, shopper, orderId, deps.delivery.terms());
  });
}

/** The place is taken by the verb of the desk, which knows no cut-off and no money. */
async function requireMove(
  deps: Deps,
  tx: Transaction,
  { order, payment, reported }: { order: OrderRow; payment: PaymentRow | undefined; reported: Reported },
  day: Day,
): Promise<void> {
  const now = deps.clock.now();
  const { rules } = await readRules(tx, now);
  const why = whyNotMove(order, rules, now, reported);
  if (why !== null) throw new Invalid({ delivery_date: [why] });
  requireDay(day, { rules, now });
  const sums = await listSums(tx, order.id);
  const paid = surchargeLeft(sums, payment ? await listRefunds(tx, payment.id) : []);
  requireNotDearer(day, rules, paid);
  const insteadOf = order.deliveryDate as Day;
  if (payment) await refundSurcharge(deps, tx, payment, { sums }, { day, insteadOf, rules });
}

function requireNotDearer(day: Day, rules: DeliveryRules, paidPence: number): void {
  const more = surchargePenceOf(day, rules) - paidPence;
  if (more <= 0) return;
  const words = `${formatDay(day)} costs ${formatPounds(toPounds(more))} more than you paid. Choose another day, or cancel this order and send it anew.`;
  throw new Invalid({ delivery_date: [words] });
}

/** An order of one's own with what it was paid with, locked after the rules of delivery. A replacement was never paid for. */
async function lockOwnPaidOrder(
  tx: Transaction,
  shopper: Shopper,
  orderId: number,
): Promise<{ order: OrderRow; payment: PaymentRow | undefined }> {
  await shareRules(tx);
  const order = await lockOwnOrder(tx, shopper, orderId);
  const isPaidWith = and(eq(payments.orderId, orderId), eq(payments.state, 'captured'));
  const [payment] = await tx.select().from(payments).where(isPaidWith).for('update');
  return { order, payment };
}
