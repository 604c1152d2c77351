import type { PaymentOutcome } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { returnToCart } from '#server/features/orders/paid/return-to-cart.ts';
import { BEING_CAPTURED, NOT_FOUND_COUNTS_AFTER_MS } from '#server/features/orders/states.ts';
import { postPaymentRefused } from '../letters/post-refund-letters.ts';
import type { PaypalRefused } from '../paypal/paypal-problems.ts';
import type { PaymentRow } from '../table.ts';
import { lockPayment } from './lock-payment.ts';
import { moveLockedPayment } from './move-payment.ts';

type Meaning = { state?: 'created' | 'declined' | 'expired'; outcome: PaymentOutcome; nextRound?: true; alarm?: true };

/** What a refusal of the provider means for the payment. No money has moved in any of them. */
const MEANINGS: Record<string, Meaning> = {
  // The buyer may choose another way to pay, on the same order; the next capture needs a request id of its own.
  INSTRUMENT_DECLINED: { state: 'created', outcome: 'declined', nextRound: true },
  PAYER_ACTION_REQUIRED: { state: 'created', outcome: 'declined', nextRound: true },
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: { state: 'created', outcome: 'declined', nextRound: true },
  ORDER_NOT_APPROVED: { state: 'created', outcome: 'open' },
  // Deleted by PayPal after three hours: it can never be captured.
  RESOURCE_NOT_FOUND: { state: 'expired', outcome: 'open' },
  INVALID_RESOURCE_ID: { state: 'expired', outcome: 'open' },
  ORDER_EXPIRED: { state: 'expired', outcome: 'open' },
  // It was captured after all: the next lookup finds the capture.
  ORDER_ALREADY_CAPTURED: { outcome: 'waiting' },
  // Another payment of this order has the money: that one completes it.
  DUPLICATE_INVOICE_ID: { state: 'declined', outcome: 'waiting', alarm: true },
};

const CHANGEABLE = ['created', ...BEING_CAPTURED];
const FINAL: Meaning = { state: 'declined', outcome: 'declined' };

/** Records that PayPal refused, and makes the order a cart again. */
export async function recordRefusal(
  deps: Deps,
  requested: PaymentRow,
  refusal: PaypalRefused,
): Promise<PaymentOutcome> {
  const paymentId = requested.id;
  const meaning = MEANINGS[refusal.issue] ?? (refusal.status === 422 ? FINAL : undefined);
  const facts = { payment: paymentId, issue: refusal.issue, status: refusal.status, debugId: refusal.debugId };
  if (!meaning || meaning.alarm) deps.log.error(facts, 'PayPal refused what it should not');
  // A wrong request of ours says nothing about the money: the payment is looked up again later.
  if (!meaning) return 'waiting';
  return deps.db.transaction(async (tx) => {
    const { payment, order } = await lockPayment(tx, paymentId);
    if (payment.state === 'captured') return 'paid';
    if (!meaning.state || !CHANGEABLE.includes(payment.state)) return meaning.outcome;
    // A response to an earlier round says nothing about this one.
    if (payment.captureRound !== requested.captureRound) return 'waiting';
    // PayPal deletes unpaid orders after hours, not at once, and never those with money in them.
    const isEarly = deps.clock.now().getTime() - payment.createdAt.getTime() < NOT_FOUND_COUNTS_AFTER_MS;
    const isBeingCaptured = BEING_CAPTURED.includes(payment.state);
    if (refusal.status === 404 && (payment.captureId || (isBeingCaptured && isEarly))) {
      deps.log.error(facts, 'PayPal does not know a payment that may hold money');
      return 'waiting';
    }
    await moveLockedPayment(tx, payment, meaning.state, deps.clock.now(), {
      lastIssue: refusal.issue,
      captureRound: payment.captureRound + (meaning.nextRound ? 1 : 0),
    });
    if (isBeingCaptured && order) await returnToCart(tx, order);
    if (order && payment.state === 'pending') await postPaymentRefused(deps, tx, payment, order);
    return meaning.outcome;
  });
}
