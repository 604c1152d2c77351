import type { CapturePayment, PaymentStatus } from '#contract/payments.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { countAttempts } from '../accounts/throttle.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { findOwnNumber } from '../orders/find-number.ts';
import { readOwn } from '../orders/list-orders.ts';
import { settlePayment } from './settle-payment.ts';
import { payments } from './table.ts';
import { toPaymentStatus } from './to-payment-status.ts';

/** The buyer came back from PayPal: captures the money, if it was approved, and completes the order. */
export async function capturePayment(deps: Deps, shopper: Shopper, wanted: CapturePayment): Promise<PaymentStatus> {
  await countAttempts(deps, [{ what: 'have a payment taken', who: String(shopper.userId) }]);
  if (!(await findOwnNumber(deps.db, shopper.userId, wanted.order_id))) throw new NotFound();
  const [payment] = await deps.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, wanted.order_id), eq(payments.providerOrderId, wanted.paypal_order_id)));
  if (!payment) throw new NotFound();
  const outcome = await settlePayment(deps, payment.id, { buyerIsBack: true });
  const { lastIssue, deliveryDate } = payments;
  const [after] = await deps.db.select({ lastIssue, deliveryDate }).from(payments).where(eq(payments.id, payment.id));
  // The next day that is offered must have room.
  if (outcome === 'changed') await deps.delivery.renew();
  const terms = deps.delivery.terms();
  // Perhaps the code of the cart gives nothing any more.
  const [cart] = outcome === 'changed' ? await readOwn(deps.db, shopper, wanted.order_id, terms) : [];
  const facts = { payment: after, terms, codeProblem: cart?.code_problem };
  return toPaymentStatus(wanted.order_id, outcome, facts);
}
