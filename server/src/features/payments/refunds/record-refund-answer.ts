import { formatPounds, toPounds } from '#contract/money.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { BY_PAYPAL } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type LockedPayment, lockPayment } from '../capture/lock-payment.ts';
import { moveLockedPayment } from '../capture/move-payment.ts';
import { postMoneyReturned, postRefundFailed, postRefundLetter } from '../letters/post-refund-letters.ts';
import { readRefunded, toPence } from '../paypal/paypal-responses.ts';
import { type PaymentRow, type RefundRow, refunds } from '../table.ts';
import { listRefunds, penceDone, penceTaken } from './list-refunds.ts';
import { moveLockedRefund } from './move-refund.ts';
import { recordProviderRefunds } from './record-provider-refunds.ts';
import type { RefundAnswer, RefundDeps, RefundOutcome } from './refund-answer.ts';

const pounds = (pence: number): string => formatPounds(toPounds(pence));

/** Records what PayPal said of a refund, once: row, payment, event and letter in one transaction. */
export async function recordRefundAnswer(
  deps: RefundDeps,
  { id, paymentId }: RefundRow,
  answer: RefundAnswer,
): Promise<RefundOutcome> {
  const outcome = await deps.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, paymentId);
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update');
    if (!refund) throw new Error('A refund is never deleted.');
    if (refund.state === 'done' || refund.state === 'failed') return refund.state;
    const recorded = await record(deps, tx, locked, refund, answer);
    await deps.faultPoint('refund recorded, not yet committed');
    return recorded;
  });
  await deps.faultPoint('refund recorded');
  return outcome;
}

async function record(
  deps: RefundDeps,
  tx: Transaction,
  locked: LockedPayment,
  refund: RefundRow,
  answer: RefundAnswer,
): Promise<RefundOutcome> {
  switch (answer.is) {
    case 'done':
      return recordDone(deps, tx, locked, refund, answer);
    case 'failed':
      return recordFailed(deps, tx, locked, refund, answer);
    case 'refunded elsewhere':
      return recordElsewhere(deps, tx, locked, refund, answer);
    case 'unclear':
      return recordUnclear(deps, tx, refund, answer);
  }
}

async function recordDone(
  deps: RefundDeps,
  tx: Transaction,
  locked: LockedPayment,
  refund: RefundRow,
  { refund: made }: Extract<RefundAnswer, { is: 'done' }>,
): Promise<RefundOutcome> {
  const { payment } = locked;
  const at = deps.clock.now();
  const before = penceDone(await listRefunds(tx, payment.id));
  // Money of no order goes back whole: PayPal says how much it was.
  const amountPence = (payment.state === 'refunding' && toPence(made.amount)) || refund.amountPence;
  const change = { providerRefundId: made.id, amountPence, lastIssue: null, ...readRefunded(made) };
  const done = await moveLockedRefund(tx, refund, 'done', at, change);
  if (payment.state === 'refunding') {
    await recordReturned(deps, tx, payment, refund.amountPence);
    return 'done';
  }
  const [was, is] = [pounds(before), pounds(before + done.amountPence)];
  await recordEvent(tx, payment.orderId, { at, ...BY_PAYPAL, what: 'refunded', before: was, after: is });
  await postRefundLetter(deps, tx, locked, done);
  return 'done';
}

/** `askedPence` is what was captured; a part of it may have gone back at PayPal before. */
async function recordReturned(
  deps: RefundDeps,
  tx: Transaction,
  payment: PaymentRow,
  askedPence: number,
): Promise<void> {
  await moveLockedPayment(tx, payment, 'refunded', deps.clock.now());
  const amountPence = Math.max(askedPence, penceDone(await listRefunds(tx, payment.id)));
  await postMoneyReturned(deps, tx, payment, { amountPence, isAtPaypal: false });
}

/** A refund that PayPal has given up is not repeated: its money can be given back by another. */
async function recordFailed(
  deps: RefundDeps,
  tx: Transaction,
  locked: LockedPayment,
  refund: RefundRow,
  { issue, others }: Extract<RefundAnswer, { is: 'failed' }>,
): Promise<RefundOutcome> {
  const { payment, order } = locked;
  const at = deps.clock.now();
  await moveLockedRefund(tx, refund, 'failed', at, { lastIssue: issue });
  deps.log.error({ payment: payment.id, refund: refund.id, issue }, 'A refund was not made, and a person should look');
  // What belongs to no order is tried again by a refund of its own.
  if (payment.state === 'refunding') return 'failed';
  await recordEvent(tx, payment.orderId, { at, ...BY_PAYPAL, what: 'refund failed', after: issue });
  // A refund at PayPal that we have not heard of may be why.
  await recordProviderRefunds(deps, tx, locked, others);
  const leftPence = payment.amountPence - penceTaken(await listRefunds(tx, payment.id));
  const isCancelled = order?.stage === 'cancelled';
  await postRefundFailed(deps, tx, { refund, orderId: payment.orderId, issue, isCancelled, leftPence });
  return 'failed';
}

/** All of it has gone back by refunds that are not this one: nothing is owed any more. */
async function recordElsewhere(
  deps: RefundDeps,
  tx: Transaction,
  locked: LockedPayment,
  refund: RefundRow,
  { refunds: made }: Extract<RefundAnswer, { is: 'refunded elsewhere' }>,
): Promise<RefundOutcome> {
  await moveLockedRefund(tx, refund, 'failed', deps.clock.now(), { lastIssue: 'CAPTURE_FULLY_REFUNDED' });
  await recordProviderRefunds(deps, tx, locked, made);
  if (locked.payment.state === 'refunding') await recordReturned(deps, tx, locked.payment, refund.amountPence);
  return 'done';
}

async function recordUnclear(
  { clock, log }: RefundDeps,
  tx: Transaction,
  refund: RefundRow,
  { issue, providerRefundId, pauseSeconds }: Extract<RefundAnswer, { is: 'unclear' }>,
): Promise<RefundOutcome> {
  const now = clock.now();
  log.warn({ refund: refund.id, issue }, 'A refund is not certain yet');
  await moveLockedRefund(tx, refund, 'unclear', now, {
    lastIssue: issue,
    ...(providerRefundId !== undefined && { providerRefundId }),
  });
  if (pauseSeconds === undefined) return 'waiting';
  const lookAgainAt = new Date(now.getTime() + pauseSeconds * 1000);
  await tx.update(refunds).set({ lookAgainAt }).where(eq(refunds.id, refund.id));
  return 'waiting';
}
