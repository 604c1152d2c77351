import type { PaymentStatus } from '#contract/payments.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { countAttempts } from '../accounts/throttle.ts';
import { desc, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { requireOwnOrder } from '../orders/require-own-order.ts';
import { lookAtPayment } from './look-at-payment.ts';
import type { Outcome } from './record-outcome.ts';
import { type PaymentRow, payments } from './table.ts';
import { toPaymentStatus } from './to-payment-status.ts';

/** What is known without asking the provider. The others are still open, or have money in them or on its way. */
const KNOWN: Partial<Record<PaymentRow['state'], Outcome>> = {
  new: 'open',
  captured: 'paid',
  declined: 'declined',
  superseded: 'open',
  expired: 'open',
  failed: 'changed',
  refunded: 'returned',
};
const LIVE = ['capturing', 'unknown', 'pending', 'refunding', 'created'];

/** What is known of paying for an order. Nothing is taken or given back by asking; what should be is left to a job. */
export async function findPaymentStatus(deps: Deps, shopper: Shopper, orderId: number): Promise<PaymentStatus> {
  await countAttempts(deps, [{ what: 'ask about a payment', who: String(shopper.userId) }]);
  const order = await requireOwnOrder(deps, shopper, orderId);
  if (order.status === 'C') return toPaymentStatus(orderId, 'paid');
  const recent = await deps.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.changedAt))
    .limit(10);
  // The one with money in it or on its way says more than a newer one without.
  const telling = recent.find(({ state }) => LIVE.includes(state)) ?? recent[0];
  if (!telling) return toPaymentStatus(orderId, 'open');
  const outcome = KNOWN[telling.state] ?? (await lookAtPayment(deps, telling));
  return toPaymentStatus(orderId, outcome, telling.lastIssue);
}
