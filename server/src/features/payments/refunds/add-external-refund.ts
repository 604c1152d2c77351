import { formatDay } from '#contract/delivery.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { BY_PAYPAL } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import type { LockedPayment } from '../capture/lock-payment.ts';
import { postRefundLetter } from '../letters/post-refund-letters.ts';
import type { readRefunded } from '../paypal/paypal-responses.ts';
import { listRefunds, penceDone } from './list-refunds.ts';
import { addRefund } from './move-refund.ts';
import type { RefundDeps } from './refund-answer.ts';

/** By a person at PayPal, or by the buyer's bank. */
export type ExternalRefund = 'refunded' | 'reversed';

const REASONS = {
  refunded: 'Refunded at PayPal',
  reversed: "Taken back by the buyer's bank or by PayPal",
} as const satisfies Record<ExternalRefund, string>;

const pounds = (pence: number): string => formatPounds(toPounds(pence));

type Moved = { as: ExternalRefund; providerRefundId: string; told: ReturnType<typeof readRefunded> };

/**
 * Adds money that went back without us: row, event and letters in one transaction. Of an order never more than was captured:
 * a bank may name the whole amount after a part had gone back. The order is not changed: a person decides
 * whether the flowers still go out. The payment must be locked, and the refund must have no row yet.
 */
export async function addExternalRefund(
  deps: Pick<RefundDeps, 'clock' | 'config' | 'log' | 'mail'>,
  tx: Transaction,
  locked: LockedPayment,
  { as, providerRefundId, told }: Moved,
): Promise<void> {
  const { toldPence } = told;
  const { payment, order } = locked;
  const isOfOrder = payment.state === 'captured';
  const before = penceDone(await listRefunds(tx, payment.id));
  const restPence = Math.max(0, payment.amountPence - before);
  const amountPence = isOfOrder ? Math.min(toldPence ?? restPence, restPence) : (toldPence ?? restPence);
  const at = deps.clock.now();
  const moved = {
    paymentId: payment.id,
    amountPence,
    reason: REASONS[as],
    ...BY_PAYPAL,
    providerRefundId,
    ...told,
  } as const;
  const refund = amountPence > 0 ? await addRefund(tx, { ...moved, state: 'done' }, at) : undefined;
  if (!isOfOrder) return;
  const { orderId } = payment;
  const [was, is] = [pounds(before), pounds(before + amountPence)];
  // Without a row nothing else shows that it was told before.
  if (!refund && (await isTold(tx, orderId, as, is))) return;
  await recordEvent(tx, orderId, { at, ...BY_PAYPAL, what: as, before: was, after: is });
  deps.log.warn({ payment: payment.id, order: orderId, as }, 'Money of a completed order has left');
  await deps.mail.post(tx, {
    ...({ kind: 'money-left', to: deps.config.shopEmail, firstName: '', orderId, as } as const),
    amount: toldPence === undefined ? null : toPounds(toldPence),
    day: order?.deliveryDate ? formatDay(order.deliveryDate) : 'no day',
    stage: order?.stage ?? 'to tie',
    left: toPounds(restPence - amountPence),
  });
  if (refund) await postRefundLetter(deps, tx, locked, refund, as);
}

async function isTold(tx: Transaction, orderId: number, what: ExternalRefund, total: string): Promise<boolean> {
  const isSame = and(eq(orderEvents.what, what), eq(orderEvents.before, total), eq(orderEvents.after, total));
  const [event] = await tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), isSame));
  return event !== undefined;
}
