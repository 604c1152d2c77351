import type { PaymentOutcome, PaymentStatus } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { findOwnNumber } from '#server/features/orders/find-number.ts';
import { type PaymentState, UNSETTLED } from '#server/features/orders/states.ts';
import { desc, eq } from '#server/platform/database/drizzle.ts';
import { payments } from '../table.ts';
import { lookUpPayment } from './look-up-payment.ts';
import { isDayIssue, toPaymentStatus } from './to-payment-status.ts';

/** Outcomes that are known without a lookup at PayPal. */
const KNOWN: Partial<Record<PaymentState, PaymentOutcome>> = {
  new: 'open',
  captured: 'paid',
  declined: 'declined',
  superseded: 'open',
  expired: 'open',
  refunded: 'returned',
};

/** What is known of paying for an order. Moves no money itself: where some should move, a job does it. */
export async function findPaymentStatus(deps: Deps, shopper: Shopper, orderId: number): Promise<PaymentStatus> {
  await countAttempts(deps, [{ what: 'ask about a payment', who: String(shopper.userId) }]);
  const number = await findOwnNumber(deps.db, shopper.userId, orderId);
  if (!number) throw new NotFound();
  if (number.is === 'paid') return toPaymentStatus(orderId, 'paid');
  const recent = await deps.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.changedAt))
    .limit(10);
  // One that may have money in it matters more than a newer one without.
  const payment = recent.find(({ state }) => UNSETTLED.includes(state)) ?? recent[0];
  if (!payment) return toPaymentStatus(orderId, 'open');
  // The answer that said so may have been lost.
  const isDayGone = payment.state === 'superseded' && isDayIssue(payment.lastIssue);
  const outcome = isDayGone ? 'changed' : (KNOWN[payment.state] ?? (await lookUpPayment(deps, payment)));
  return toPaymentStatus(orderId, outcome, { payment, terms: deps.delivery.terms() });
}
