import { formatDay } from '#contract/delivery.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { recordEvent } from '../orders/record-event.ts';
import { isOpen, listRefunds, penceDone, penceTaken } from './list-refunds.ts';
import { lockPayment } from './lock-payment.ts';
import { addRefund } from './move-refund.ts';
import { type ProviderEvent, toPence } from './paypal-responses.ts';
import { AT_PAYPAL } from './record-provider-refunds.ts';
import { settleRefund } from './settle-refund.ts';
import { type PaymentRow, refunds } from './table.ts';

export type ExternalRefund = 'refunded' | 'reversed';

const REASONS = {
  refunded: AT_PAYPAL,
  reversed: "Taken back by the buyer's bank or by PayPal",
} as const satisfies Record<ExternalRefund, string>;

/** Before an event of a refund is recorded: refunds of our own get PayPal's id, so that they are known by it. */
export async function settleOpenRefunds(deps: Deps, paymentId: string): Promise<void> {
  for (const { id } of (await listRefunds(deps.db, paymentId)).filter(isOpen)) await settleRefund(deps, id);
}

/**
 * Money went back that we did not send: refunded by a person at PayPal, or reversed by the buyer's bank. It becomes a row like
 * our own. Where it is of a completed order the florist is told; the order is not changed, because a person decides
 * whether the flowers still go out.
 */
export async function recordExternalRefund(
  deps: Deps,
  tx: Transaction,
  paymentId: string,
  as: ExternalRefund,
  { resource }: ProviderEvent,
): Promise<void> {
  const { payment, order } = await lockPayment(tx, paymentId);
  const providerRefundId = nameRefund(payment, as, resource.id);
  const [known] = await tx.select().from(refunds).where(eq(refunds.providerRefundId, providerRefundId));
  if (known) return;
  const rows = await listRefunds(tx, paymentId);
  // It may be the event of that one: the job comes again.
  if (as === 'refunded' && rows.some(isOpen)) throw new Error('A refund of our own is not settled yet.');
  const toldPence = toPence(resource.amount);
  const amountPence = toldPence ?? payment.amountPence - penceTaken(rows);
  const at = deps.clock.now();
  if (amountPence > 0) {
    const refund = { paymentId, amountPence, reason: REASONS[as], who: 'PayPal', providerRefundId } as const;
    await addRefund(tx, { ...refund, state: 'done' }, at);
  }
  if (payment.state !== 'captured') return;
  const { orderId } = payment;
  const [before, after] = [penceDone(rows), penceDone(rows) + amountPence].map((pence) =>
    formatPounds(toPounds(pence)),
  );
  await recordEvent(tx, orderId, { at, who: 'PayPal', what: as, before, after });
  deps.log.warn({ payment: paymentId, order: orderId, as }, 'Money of a completed order has left');
  await deps.mail.post(tx, {
    kind: 'money-left',
    to: deps.config.shopEmail,
    firstName: '',
    orderId,
    as,
    amount: toldPence === undefined ? null : toPounds(toldPence),
    day: order?.deliveryDate ? formatDay(order.deliveryDate) : 'no day',
  });
}

/** A reversal may be told with the id of its capture. */
const nameRefund = ({ id, captureId }: PaymentRow, as: ExternalRefund, told: string | undefined): string =>
  told !== undefined && told !== captureId ? told : `${as} ${captureId ?? id}`;
