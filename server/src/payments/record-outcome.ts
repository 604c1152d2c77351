import { londonDay, nextDelivery } from '#contract/delivery.ts';
import type { PaymentState } from '#contract/payments.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { unfreezeCart } from '../orders/freeze-cart.ts';
import { readCart } from '../orders/read-cart.ts';
import type { OrderRow } from '../orders/table.ts';
import { lockPayment } from './lock-payment.ts';
import { type ProviderCapture, type ProviderOrder, toPence } from './paypal-answers.ts';
import { postOrderLetters } from './post-order-letters.ts';
import { refundPayment } from './refund-payment.ts';
import { dayToPromise } from './require-payable.ts';
import { LOOK_AFTER_SECONDS, SETTLE_PAYMENT } from './start-capture.ts';
import { type PaymentRow, payments } from './table.ts';

export type Outcome = PaymentState;

/** What the provider calls a capture that is neither taken nor lost yet. */
const TAKEN = ['COMPLETED', 'PARTIALLY_REFUNDED'];
const LOST = ['DECLINED', 'FAILED'];

/**
 * Writes down what became of a capture, once: order, payment, stock of what was sold and both letters in one transaction.
 * Money that belongs to no order any more goes back.
 */
export async function recordOutcome(deps: Deps, paymentId: string, found: ProviderOrder): Promise<Outcome> {
  const captures = found.purchase_units?.[0]?.payments?.captures ?? [];
  const capture = captures.find(({ status }) => TAKEN.includes(status)) ?? captures.at(-1);
  const outcome = await deps.db.transaction(async (tx) => {
    const { payment, order } = await lockPayment(tx, paymentId);
    if (payment.state === 'captured') return 'paid';
    if (payment.state === 'refunding') return 'refund';
    if (payment.state === 'refunded') return 'returned';
    if (!capture) return 'waiting';
    if (TAKEN.includes(capture.status)) return take(deps, tx, payment, order, capture);
    if (capture.status === 'REFUNDED') return finish(deps, tx, payment, 'refunded', capture.id);
    if (LOST.includes(capture.status)) return finish(deps, tx, payment, 'declined', capture.id);
    // One that we did not begin does not hold the cart: it is looked at until the money is there, and then goes back.
    const isHeld = BEING_CAPTURED.includes(payment.state);
    await change(deps, tx, payment, { captureId: capture.id, ...(isHeld && { state: 'pending' as const }) });
    return 'waiting';
  });
  await deps.faultPoint('outcome recorded');
  if (outcome !== 'refund') return outcome;
  return refundPayment(deps, paymentId);
}

async function take(deps: Deps, tx: Transaction, payment: PaymentRow, order: OrderRow, capture: ProviderCapture) {
  const now = deps.clock.now();
  const cart = order.status === 'P' ? await readCart(tx, order) : undefined;
  const isPaidFor =
    cart !== undefined &&
    cart.version === payment.orderVersion &&
    toPence(capture.amount) === payment.amountPence &&
    (capture.custom_id ?? payment.id) === payment.id &&
    (capture.invoice_id ?? payment.invoice) === payment.invoice &&
    cart.amountPence === payment.amountPence &&
    cart.address !== null;
  if (!isPaidFor) {
    deps.log.error({ payment: payment.id, order: order.id }, 'Money was taken that belongs to no order: it goes back');
    await change(deps, tx, payment, { state: 'refunding', captureId: capture.id, lookAgainAt: now });
    // Should this process die before it is given back, someone looks soon.
    await deps.jobs.add(tx, SETTLE_PAYMENT, { paymentId: payment.id }, { afterSeconds: LOOK_AFTER_SECONDS });
    if (BEING_CAPTURED.includes(payment.state)) await unfreezeCart(tx, order.id);
    return 'refund';
  }
  await change(deps, tx, payment, { state: 'captured', captureId: capture.id });
  const promised = payment.deliveryDate ?? dayToPromise(cart, now);
  // Money that comes late cannot buy a day that is over.
  const deliveryDate = promised > londonDay(now) ? promised : nextDelivery(now).day;
  await completeOrder(tx, order, cart, { at: now, deliveryDate });
  await postOrderLetters(deps, tx, { ...cart, deliveryDate });
  await deps.faultPoint('order completed, not yet committed');
  return 'paid';
}

const BEING_CAPTURED = ['capturing', 'unknown', 'pending'];

async function finish(
  deps: Deps,
  tx: Transaction,
  payment: PaymentRow,
  state: 'declined' | 'refunded',
  captureId: string,
) {
  await change(deps, tx, payment, { state, captureId });
  if (BEING_CAPTURED.includes(payment.state)) await unfreezeCart(tx, payment.orderId);
  return state === 'declined' ? 'declined' : 'returned';
}

async function change({ clock }: Deps, tx: Transaction, { id }: PaymentRow, to: Partial<PaymentRow>): Promise<void> {
  await tx
    .update(payments)
    .set({ ...to, looks: 0, changedAt: clock.now() })
    .where(eq(payments.id, id));
}
