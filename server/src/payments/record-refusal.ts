import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { unfreezeCart } from '../orders/freeze-cart.ts';
import { lockPayment } from './lock-payment.ts';
import type { PaypalRefused } from './paypal-problems.ts';
import type { Outcome } from './record-outcome.ts';
import { type PaymentRow, payments } from './table.ts';

type Meaning = { state?: 'created' | 'declined' | 'expired'; outcome: Outcome; nextRound?: true; alarm?: true };

/** What a refusal of the provider means for the payment. No money has moved in any of them. */
const MEANINGS: Record<string, Meaning> = {
  // The buyer may choose another way to pay, on the same order; the next capture needs a request id of its own.
  INSTRUMENT_DECLINED: { state: 'created', outcome: 'declined', nextRound: true },
  PAYER_ACTION_REQUIRED: { state: 'created', outcome: 'declined', nextRound: true },
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: { state: 'created', outcome: 'declined', nextRound: true },
  ORDER_NOT_APPROVED: { state: 'created', outcome: 'open' },
  // Forgotten by the provider after three hours: it can never be captured.
  RESOURCE_NOT_FOUND: { state: 'expired', outcome: 'open' },
  INVALID_RESOURCE_ID: { state: 'expired', outcome: 'open' },
  ORDER_EXPIRED: { state: 'expired', outcome: 'open' },
  // It was captured after all: the next look finds the capture.
  ORDER_ALREADY_CAPTURED: { outcome: 'waiting' },
  // Another payment of this order holds the money: that one completes it.
  DUPLICATE_INVOICE_ID: { state: 'declined', outcome: 'waiting', alarm: true },
};

const FORGOTTEN_MS = 4 * 60 * 60 * 1000;
const CHANGEABLE = ['created', 'capturing', 'unknown', 'pending'];

const FINAL: Meaning = { state: 'declined', outcome: 'declined' };
const BEING_CAPTURED = ['capturing', 'unknown', 'pending'];

/** Writes down that the provider refused, and lets the cart go. */
export async function recordRefusal(deps: Deps, asked: PaymentRow, refusal: PaypalRefused): Promise<Outcome> {
  const paymentId = asked.id;
  const meaning = MEANINGS[refusal.issue] ?? (refusal.status === 422 ? FINAL : undefined);
  const facts = { payment: paymentId, issue: refusal.issue, status: refusal.status, debugId: refusal.debugId };
  if (!meaning || meaning.alarm) deps.log.error(facts, 'PayPal refused what it should not');
  // A request that we got wrong says nothing about the money: it stays to be looked at.
  if (!meaning) return 'waiting';
  return deps.db.transaction(async (tx) => {
    const { payment } = await lockPayment(tx, paymentId);
    if (payment.state === 'captured') return 'paid';
    if (!meaning.state || !CHANGEABLE.includes(payment.state)) return meaning.outcome;
    // An answer to an earlier round says nothing about this one.
    if (payment.captureRound !== asked.captureRound) return 'waiting';
    // The provider forgets unpaid orders after hours, not at once, and never those with money in them.
    const isEarly = deps.clock.now().getTime() - payment.createdAt.getTime() < FORGOTTEN_MS;
    const isHeld = BEING_CAPTURED.includes(payment.state);
    if (refusal.status === 404 && (payment.captureId || (isHeld && isEarly))) {
      deps.log.error(facts, 'PayPal does not know a payment that may hold money');
      return 'waiting';
    }
    await tx
      .update(payments)
      .set({
        state: meaning.state,
        lastIssue: refusal.issue,
        captureRound: payment.captureRound + (meaning.nextRound ? 1 : 0),
        looks: 0,
        changedAt: deps.clock.now(),
      })
      .where(eq(payments.id, paymentId));
    if (isHeld) await unfreezeCart(tx, payment.orderId);
    return meaning.outcome;
  });
}
