import type { PaymentOutcome } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { PaymentState } from '#server/features/orders/states.ts';
import { and, eq, isNotNull, notInArray, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { createFreshCoalescer } from '../paypal/coalesce.ts';
import type { Paypal } from '../paypal/paypal.ts';
import { PaypalBusy, PaypalRefused, PaypalUnclear } from '../paypal/paypal-problems.ts';
import { type ProviderOrder, payeeOf, toPence } from '../paypal/paypal-responses.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { type PaymentRow, payments } from '../table.ts';
import { movePayments } from './move-payment.ts';
import { recordOutcome } from './record-outcome.ts';
import { recordRefusal } from './record-refusal.ts';
import { startCapture } from './start-capture.ts';

/** Longer than a capture may take, so that no other process takes over while one still waits for PayPal's response. */
const LEASE_MS = 16_000;

/**
 * Brings a payment as far as possible from the state it is in; no other code captures. The buyer's return, PayPal's
 * events, jobs and the sweeper call it, as often as they like. Nothing is guessed: what is unclear is looked up at
 * PayPal, and a call whose response was lost is repeated with the same request id. Once a way of paying was declined
 * and the buyer told that nothing was charged, only the buyer's own return has us capture again.
 *
 * In one process one call at a time settles a payment. A call that comes meanwhile may have been caused by something
 * newer than the lookup, so it waits, and all that wait share one more. Between processes a lease decides.
 */
export async function settlePayment(
  deps: Deps,
  paymentId: string,
  { buyerIsBack = false } = {},
): Promise<PaymentOutcome> {
  return settling(deps.paypal)(paymentId, buyerIsBack, (isBack) => settle(deps, paymentId, isBack));
}

const settling = memoizeFor((_paypal: Paypal) => createFreshCoalescer<PaymentOutcome>());

async function settle(deps: Deps, paymentId: string, buyerIsBack: boolean): Promise<PaymentOutcome> {
  const lease = await acquireLease(deps, paymentId);
  if ('outcome' in lease) return lease.outcome;
  const { payment, providerOrderId, leaseUntil } = lease;
  let outcome: PaymentOutcome | undefined;
  try {
    outcome = await settleLeased(deps, payment, providerOrderId, buyerIsBack);
    return outcome;
  } finally {
    // What is paid for is never leased again.
    if (outcome !== 'paid') await releaseLease(deps, payment, leaseUntil);
  }
}

async function settleLeased(
  deps: Deps,
  payment: PaymentRow,
  providerOrderId: string,
  buyerIsBack: boolean,
): Promise<PaymentOutcome> {
  try {
    if (payment.state === 'refunding') return await refundPayment(deps, payment.id);
    await deps.faultPoint('settling');
    const found = await deps.paypal.findOrder(providerOrderId);
    await deps.faultPoint('order looked up');
    return await settleFound(deps, payment, found, buyerIsBack);
  } catch (error) {
    return await recordFailure(deps, payment, error);
  }
}

/** Only this one: a process that took over since has another. */
async function releaseLease({ db }: Deps, { id }: PaymentRow, leaseUntil: Date): Promise<void> {
  const isOurs = and(eq(payments.id, id), eq(payments.leaseUntil, leaseUntil));
  await db.update(payments).set({ leaseUntil: null }).where(isOurs);
}

/** Without a lease there is nothing to do now: the outcome is known, or another process is settling the payment. */
type Lease = { outcome: PaymentOutcome } | { payment: PaymentRow; providerOrderId: string; leaseUntil: Date };

/**
 * One statement, so that of two processes one gets it. A payment that nothing can be done for is not locked: PayPal tells of each
 * capture twice, mostly after the buyer's return has recorded it.
 */
async function acquireLease({ clock, db }: Deps, paymentId: string): Promise<Lease> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const [payment] = await leaseStatement(db).execute({ paymentId, now, leaseUntil });
  if (payment?.providerOrderId) return { payment, providerOrderId: payment.providerOrderId, leaseUntil };
  const [known] = await stateStatement(db).execute({ paymentId });
  if (!known) throw new NotFound();
  return { outcome: withoutLease(known) };
}

const isPayment = eq(payments.id, sql.placeholder('paymentId'));

const leaseStatement = preparedFor((db) =>
  db
    .update(payments)
    .set({ leaseUntil: sql`${sql.placeholder('leaseUntil')}` })
    .where(
      and(
        isPayment,
        notInArray(payments.state, [...SETTLED]),
        isNotNull(payments.providerOrderId),
        sql`coalesce(${payments.leaseUntil} <= ${sql.placeholder('now')}, true)`,
      ),
    )
    .returning()
    .prepare('lease-payment'),
);

const { state, providerOrderId } = payments;
const stateStatement = preparedFor((db) =>
  db.select({ state, providerOrderId }).from(payments).where(isPayment).prepare('find-state-of-payment'),
);

/** What has ended for good. */
const SETTLED = ['captured', 'refunded'] as const satisfies PaymentState[];

function withoutLease({ state, providerOrderId }: Pick<PaymentRow, 'state' | 'providerOrderId'>): PaymentOutcome {
  if (state === 'captured') return 'paid';
  if (state === 'refunded') return 'returned';
  // Perhaps it was given back a moment ago: whoever asks again gets it.
  return providerOrderId ? 'waiting' : 'open';
}

async function settleFound(
  deps: Deps,
  payment: PaymentRow,
  found: ProviderOrder,
  buyerIsBack: boolean,
): Promise<PaymentOutcome> {
  if (found.purchase_units?.[0]?.payments?.captures?.length) return recordOutcome(deps, payment.id, found);
  const ended = ENDED[payment.state];
  if (ended) return ended;
  if (found.status !== 'APPROVED') return settleUnapproved(deps, payment, found);
  if (payment.state === 'created' && payment.captureRound > 1 && !buyerIsBack) return 'declined';
  if (!isOurs(payment, found)) {
    deps.log.error({ payment: payment.id }, 'An order at PayPal is not what we asked for; it is not captured');
    const isIt = eq(payments.id, payment.id);
    await movePayments(deps.db, isIt, { from: ['created'], to: 'superseded' }, deps.clock.now());
    return 'changed';
  }
  const capturing = await startCapture(deps, payment.id);
  if (!capturing) return 'changed';
  await deps.faultPoint('capture intended');
  const requestId = `capture-${capturing.id}-${capturing.captureRound}`;
  const captured = await deps.paypal.captureOrder(found.id, requestId);
  await deps.faultPoint('captured at the provider');
  return recordOutcome(deps, payment.id, captured);
}

/** Ended for us, and never captured by us. Money may still turn up in them, which is why they were looked up. */
const ENDED: Partial<Record<PaymentState, PaymentOutcome>> = {
  declined: 'declined',
  expired: 'open',
  superseded: 'changed',
};

/** Nothing was captured, and nothing can be while the buyer has not approved it: the cart is unfrozen. */
async function settleUnapproved(deps: Deps, payment: PaymentRow, { status }: ProviderOrder): Promise<PaymentOutcome> {
  if (payment.state === 'created') return 'open';
  if (status === 'COMPLETED') {
    deps.log.error({ payment: payment.id }, 'An order at PayPal is completed and shows no capture');
    return 'waiting';
  }
  const issue = status === 'VOIDED' ? 'ORDER_EXPIRED' : 'ORDER_NOT_APPROVED';
  return recordRefusal(deps, payment, new PaypalRefused(422, issue));
}

/** Amount, currency, payee and ids are as we sent them: a page can alter its own order at PayPal. */
function isOurs(payment: PaymentRow, found: ProviderOrder): boolean {
  const { intent, purchase_units: [unit] = [] } = found;
  return (
    (intent ?? 'CAPTURE') === 'CAPTURE' &&
    toPence(unit?.amount) === payment.amountPence &&
    unit?.custom_id === payment.id &&
    unit.invoice_id === payment.invoice &&
    (payment.payee === null || payeeOf(found) === payment.payee)
  );
}

/** A refusal is final and has a known meaning; after any other error the outcome stays unclear. */
async function recordFailure(deps: Deps, payment: PaymentRow, error: unknown): Promise<PaymentOutcome> {
  if (error instanceof PaypalRefused) return recordRefusal(deps, payment, error);
  if (!(error instanceof PaypalUnclear)) throw error;
  deps.log.warn({ payment: payment.id }, error.message);
  if (error instanceof PaypalBusy) await sweepAfterPause(deps, payment, error.seconds);
  await movePayments(deps.db, eq(payments.id, payment.id), { from: ['capturing'], to: 'unknown' }, deps.clock.now());
  return 'waiting';
}

/** Has the sweeper look it up as soon as PayPal's pause is over, and not only when its own next lookup is due. */
async function sweepAfterPause({ clock, db }: Deps, { id }: PaymentRow, seconds: number): Promise<void> {
  const allowed = new Date(clock.now().getTime() + seconds * 1000);
  await db.update(payments).set({ lookAgainAt: allowed }).where(eq(payments.id, id));
}
