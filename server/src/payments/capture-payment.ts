import type { CapturePayment, PaymentStatus } from '#contract/payments.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { and, desc, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { requireOwnOrder } from '../orders/require-own-order.ts';
import type { Outcome } from './record-outcome.ts';
import { settlePayment } from './settle-payment.ts';
import { payments } from './table.ts';

const WORDS = {
  paid: 'Your purchase was successful.',
  waiting: 'PayPal has not confirmed your payment yet. We are asking again; nothing is charged twice.',
  declined: 'That way of paying was declined. Nothing has been charged. Please try another.',
  open: 'Nothing has been paid yet.',
  changed:
    'Your cart, a price or the delivery day has changed since. Nothing has been charged. Please look at it again.',
  returned: 'Money was taken for a cart that has changed since. All of it goes back to you.',
} as const satisfies Record<Outcome, string>;

/** Refusals that ask for something of the buyer. */
const ASKED_FOR: Record<string, string> = {
  PAYER_ACTION_REQUIRED:
    'Your bank wants you to confirm that it is you. Nothing has been charged. Please pay again and follow what it asks.',
};

const toStatus = (orderId: number, state: Outcome, detail: string = WORDS[state]): PaymentStatus => ({
  order_id: orderId,
  state,
  detail,
});

async function settle(deps: Deps, orderId: number, paymentId: string, buyerIsBack: boolean): Promise<PaymentStatus> {
  const outcome = await settlePayment(deps, paymentId, { buyerIsBack });
  if (outcome !== 'declined') return toStatus(orderId, outcome);
  const [payment] = await deps.db
    .select({ issue: payments.lastIssue })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return toStatus(orderId, outcome, ASKED_FOR[payment?.issue ?? '']);
}

/** The buyer came back from the provider: takes the money, if it was approved, and completes the order. */
export async function capturePayment(deps: Deps, shopper: Shopper, wanted: CapturePayment): Promise<PaymentStatus> {
  await requireOwnOrder(deps, shopper, wanted.order_id);
  const [payment] = await deps.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, wanted.order_id), eq(payments.providerOrderId, wanted.paypal_order_id)));
  if (!payment) throw new NotFound();
  return settle(deps, wanted.order_id, payment.id, true);
}

const LIVE = ['capturing', 'unknown', 'pending', 'refunding', 'created'];

/** What is known of paying for an order. Asked while it is unclear, it is looked up at the provider. */
export async function findPaymentStatus(deps: Deps, shopper: Shopper, orderId: number): Promise<PaymentStatus> {
  const order = await requireOwnOrder(deps, shopper, orderId);
  if (order.status === 'C') return toStatus(orderId, 'paid');
  const recent = await deps.db
    .select({ id: payments.id, state: payments.state })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.changedAt))
    .limit(10);
  // The one with money in it or on its way says more than a newer one without.
  const telling = recent.find(({ state }) => LIVE.includes(state)) ?? recent[0];
  if (!telling) return toStatus(orderId, 'open');
  if (telling.state === 'superseded' || telling.state === 'expired') return toStatus(orderId, 'open');
  return settle(deps, orderId, telling.id, false);
}
