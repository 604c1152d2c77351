import { NotFound } from '#server/errors.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { PaypalBusy, PaypalRefused, PaypalUnclear } from '../paypal/paypal-problems.ts';
import { type ProviderRefund, readRefunded } from '../paypal/paypal-responses.ts';
import { type PaymentRow, payments, type RefundRow, refunds } from '../table.ts';
import { recordRefundAnswer } from './record-refund-answer.ts';
import type { RefundAnswer, RefundDeps, RefundOutcome } from './refund-answer.ts';

/** Longer than asking and looking up may take, so that no other process asks meanwhile. */
const LEASE_MS = 20_000;
/** PayPal forgets a request id after 45 days: asked again later, it would send the money twice. */
const ASK_AGAIN_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Brings a refund to its end; no other code asks PayPal to refund the money of a payment that we know. The desk, a job and the
 * sweeper call it, as often as they like: the id of the row is the request id, so that PayPal sends the money once.
 */
export async function settleRefund(deps: RefundDeps, refundId: string): Promise<RefundOutcome> {
  const lease = await acquireLease(deps, refundId);
  if ('outcome' in lease) return lease.outcome;
  const { refund, payment, leaseUntil } = lease;
  try {
    await deps.faultPoint('refund intended');
    const answer = await fetchRefundAnswer(deps, refund, payment);
    await deps.faultPoint('refunded at the provider');
    return await recordRefundAnswer(deps, refund, answer);
  } finally {
    // Only this lease: a process that took over since has another one.
    const isOurs = and(eq(refunds.id, refund.id), eq(refunds.leaseUntil, leaseUntil));
    await deps.db.update(refunds).set({ leaseUntil: null }).where(isOurs);
  }
}

/** Without a lease there is nothing to do now: it has ended, or another process is at it. */
type Lease = { outcome: RefundOutcome } | { refund: RefundRow; payment: PaymentRow; leaseUntil: Date };

async function acquireLease({ clock, db }: RefundDeps, refundId: string): Promise<Lease> {
  return db.transaction(async (tx) => {
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update');
    if (!refund) throw new NotFound();
    if (refund.state === 'done' || refund.state === 'failed') return { outcome: refund.state };
    const now = clock.now();
    if (refund.leaseUntil && refund.leaseUntil > now) return { outcome: 'waiting' };
    const [payment] = await tx.select().from(payments).where(eq(payments.id, refund.paymentId));
    if (!payment) throw new NotFound();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    await tx.update(refunds).set({ leaseUntil }).where(eq(refunds.id, refundId));
    return { refund, payment, leaseUntil };
  });
}

/** Money of no order goes back whole, whatever it is; of an order, as much as was asked for. */
const isOwed = ({ state }: PaymentRow): boolean => state === 'refunding';

async function fetchRefundAnswer(deps: RefundDeps, refund: RefundRow, payment: PaymentRow): Promise<RefundAnswer> {
  try {
    const isRecent = deps.clock.now().getTime() - refund.createdAt.getTime() < ASK_AGAIN_FOR_MS;
    if (!isRecent) return lookUp(refund, await listAtPaypal(deps, payment), 'NEVER_MADE');
    return toAnswer(await checkSum(deps, refund, payment, await requestRefund(deps, refund, payment)));
  } catch (error) {
    if (error instanceof PaypalRefused) return explainRefusal(deps, refund, payment, error);
    return toUnclear(error);
  }
}

async function requestRefund(
  { paypal }: RefundDeps,
  { id, amountPence }: RefundRow,
  payment: PaymentRow,
): Promise<ProviderRefund> {
  if (!payment.captureId) throw new Error('A payment without a capture cannot be refunded.');
  const amount = isOwed(payment) ? undefined : amountPence;
  return paypal.refundCapture(payment.captureId, `refund-${id}`, { customId: id, amountPence: amount });
}

/** An answer that names another sum than was asked is not believed by itself: PayPal's list of the payment's refunds is looked at. */
async function checkSum(
  deps: RefundDeps,
  { id, amountPence }: RefundRow,
  payment: PaymentRow,
  answered: ProviderRefund,
): Promise<ProviderRefund> {
  const { toldPence = amountPence } = readRefunded(answered);
  if (toldPence === amountPence) return answered;
  deps.log.error({ refund: id, toldPence, amountPence }, 'PayPal answered a refund with another sum');
  return (await listAtPaypal(deps, payment)).find(({ custom_id }) => custom_id === id) ?? answered;
}

function toAnswer(refund: ProviderRefund): RefundAnswer {
  const { id, status } = refund;
  if (status === 'COMPLETED') return { is: 'done', refund };
  const issue = `REFUND_${status}`;
  if (status === 'FAILED' || status === 'CANCELLED') return { is: 'failed', issue, others: [] };
  return { is: 'unclear', issue, providerRefundId: id };
}

/** What PayPal's list of the payment's refunds says of this one; it carries our id. If it is not there, nothing moved. */
function lookUp({ id }: RefundRow, made: ProviderRefund[], issue: string): RefundAnswer {
  const found = made.find(({ custom_id }) => custom_id === id);
  return found ? toAnswer(found) : { is: 'failed', issue, others: made };
}

/** An earlier call may have been done though its response was lost: only a lookup shows that nothing moved. */
async function explainRefusal(
  deps: RefundDeps,
  refund: RefundRow,
  payment: PaymentRow,
  refusal: PaypalRefused,
): Promise<RefundAnswer> {
  deps.log.error({ refund: refund.id, issue: refusal.issue, debugId: refusal.debugId }, 'PayPal refused a refund');
  try {
    const made = await listAtPaypal(deps, payment);
    const isListed = made.some(({ custom_id }) => custom_id === refund.id);
    if (isListed || !isOwed(payment)) return lookUp(refund, made, refusal.issue);
    if (refusal.issue !== 'CAPTURE_FULLY_REFUNDED') return { is: 'unclear', issue: refusal.issue };
    return { is: 'refunded elsewhere', refunds: made };
  } catch (error) {
    return toUnclear(error);
  }
}

/** The refunds of a payment as PayPal shows them within its order. */
async function listAtPaypal({ paypal }: RefundDeps, { providerOrderId }: PaymentRow): Promise<ProviderRefund[]> {
  if (!providerOrderId) return [];
  const found = await paypal.findOrder(providerOrderId);
  return found.purchase_units?.flatMap(({ payments }) => payments?.refunds ?? []) ?? [];
}

function toUnclear(error: unknown): RefundAnswer {
  if (error instanceof PaypalRefused) return { is: 'unclear', issue: error.issue };
  if (!(error instanceof PaypalUnclear)) throw error;
  const pause = error instanceof PaypalBusy ? { pauseSeconds: error.seconds } : {};
  return { is: 'unclear', issue: error.message, ...pause };
}
