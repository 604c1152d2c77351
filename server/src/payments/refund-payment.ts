import { toPounds } from '#contract/money.ts';
import type { PaymentOutcome } from '#contract/payments.ts';
import { users } from '../accounts/table.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { findNumber } from '../orders/find-number.ts';
import { movePayments } from './move-payment.ts';
import { PaypalRefused, PaypalUnclear } from './paypal-problems.ts';
import type { ProviderRefund } from './paypal-responses.ts';
import { type PaymentRow, payments } from './table.ts';

/**
 * Refunds money that was taken and belongs to no order; no other code refunds by itself. Called again, it refunds once.
 */
export async function refundPayment(deps: Deps, id: string): Promise<PaymentOutcome> {
  const isOwed = and(eq(payments.id, id), eq(payments.state, 'refunding'));
  const [payment] = await deps.db.select().from(payments).where(isOwed);
  if (!payment) return 'returned';
  await deps.faultPoint('refund intended');
  const refund = await requestRefund(deps, payment);
  await deps.faultPoint('refunded at the provider');
  if (refund?.status === 'COMPLETED') {
    await recordRefund(deps, payment, refund.id);
    return 'returned';
  }
  if (refund?.status === 'FAILED' || refund?.status === 'CANCELLED') {
    deps.log.error(
      { payment: id, status: refund.status },
      'A refund was not made: it is tried again, and a person should look',
    );
    await deps.db
      .update(payments)
      .set({ captureRound: payment.captureRound + 1 })
      .where(isOwed);
  }
  // Not certain yet: the sweeper and the job try again.
  return 'waiting';
}

/** Recorded once, with the letter that tells the buyer, unless the account was deleted. */
async function recordRefund(deps: Deps, { id }: PaymentRow, refundId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const move = { from: ['refunding'], to: 'refunded' } as const;
    const [refunded] = await movePayments(tx, eq(payments.id, id), move, deps.clock.now(), { refundId });
    if (!refunded) return;
    const number = await findNumber(tx, refunded.orderId);
    if (!number || number.userId === null) return;
    const [buyer] = await tx.select().from(users).where(eq(users.id, number.userId));
    if (!buyer) return;
    const { id: buyerId, email: to, firstName } = buyer;
    const amount = toPounds(refunded.amountPence);
    await deps.mail.post(
      tx,
      { kind: 'money-returned', to, firstName, amount, isPaidFor: number.is === 'paid' },
      buyerId,
    );
  });
}

async function requestRefund({ log, paypal }: Deps, payment: PaymentRow): Promise<ProviderRefund | undefined> {
  const { id, captureId, captureRound } = payment;
  if (!captureId) throw new Error('A payment without a capture cannot be refunded.');
  try {
    return await paypal.refundCapture(captureId, `refund-${id}-${captureRound}`);
  } catch (error) {
    if (error instanceof PaypalRefused && error.issue === 'CAPTURE_FULLY_REFUNDED') {
      return { id: 'refunded elsewhere', status: 'COMPLETED' };
    }
    if (!(error instanceof PaypalRefused) && !(error instanceof PaypalUnclear)) throw error;
    log.error({ payment: id }, `A refund is owed and could not be made yet: ${error.message}`);
    return undefined;
  }
}
