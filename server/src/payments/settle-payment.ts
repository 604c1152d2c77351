import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { memoizeFor } from '../memoize.ts';
import { createFreshCoalescer } from './coalesce.ts';
import { lockPayment } from './lock-payment.ts';
import type { Paypal } from './paypal.ts';
import { type ProviderOrder, payeeOf, toPence } from './paypal-answers.ts';
import { PaypalBusy, PaypalRefused, PaypalUnclear } from './paypal-problems.ts';
import { type Outcome, recordOutcome } from './record-outcome.ts';
import { recordRefusal } from './record-refusal.ts';
import { refundPayment } from './refund-payment.ts';
import { startCapture } from './start-capture.ts';
import { type PaymentRow, payments } from './table.ts';

/** Longer than a capture may take, so that nobody takes over from one that is still waiting for its answer. */
const LEASE_MS = 16_000;

/**
 * Brings a payment as far as it can be brought, from wherever it stands: the only code that captures. The browser's return,
 * the provider's events and the sweeper all call it, as often as they like. Nothing is guessed: what is unclear is looked
 * up at the provider, and an answer that is lost is asked for again with the same request id. Once a way of paying was
 * declined, and the buyer told that nothing was charged, only the buyer's own return makes us try again.
 *
 * In one process one call at a time settles a payment. Whoever comes meanwhile may know of something that was not looked up
 * yet, so they wait and share one more; between processes the lease decides.
 */
export async function settlePayment(deps: Deps, paymentId: string, { buyerIsBack = false } = {}): Promise<Outcome> {
  return settling(deps.paypal)(paymentId, buyerIsBack, (isBack) => settle(deps, paymentId, isBack));
}

const settling = memoizeFor((_paypal: Paypal) => createFreshCoalescer<Outcome>());

async function settle(deps: Deps, paymentId: string, buyerIsBack: boolean): Promise<Outcome> {
  const taken = await takeLease(deps, paymentId);
  if ('outcome' in taken) return taken.outcome;
  const { payment, leaseUntil } = taken;
  try {
    if (payment.state === 'refunding') return await refundPayment(deps, payment.id);
    await deps.faultPoint('settling');
    const found = await deps.paypal.findOrder(payment.providerOrderId as string);
    await deps.faultPoint('order looked up');
    return await proceed(deps, payment, found, buyerIsBack);
  } catch (error) {
    return await recordTrouble(deps, payment, error);
  } finally {
    // Ours alone: whoever took over since has one of their own.
    const isOurs = and(eq(payments.id, payment.id), eq(payments.leaseUntil, leaseUntil));
    await deps.db.update(payments).set({ leaseUntil: null }).where(isOurs);
  }
}

type Taken = { outcome: Outcome } | { payment: PaymentRow; leaseUntil: Date };

/** One at a time has a payment in hand. */
async function takeLease({ clock, db }: Deps, paymentId: string): Promise<Taken> {
  return db.transaction(async (tx) => {
    const { payment } = await lockPayment(tx, paymentId);
    const now = clock.now();
    if (payment.state === 'captured') return { outcome: 'paid' };
    if (payment.state === 'refunded') return { outcome: 'returned' };
    if (!payment.providerOrderId) return { outcome: 'open' };
    if (payment.leaseUntil && payment.leaseUntil > now) return { outcome: 'waiting' };
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    await tx.update(payments).set({ leaseUntil }).where(eq(payments.id, paymentId));
    return { payment, leaseUntil };
  });
}

async function proceed(deps: Deps, payment: PaymentRow, found: ProviderOrder, buyerIsBack: boolean): Promise<Outcome> {
  if (found.purchase_units?.[0]?.payments?.captures?.length) return recordOutcome(deps, payment.id, found);
  if (payment.state in NEVER_CAPTURED) return NEVER_CAPTURED[payment.state] as Outcome;
  if (found.status !== 'APPROVED') return stepBack(deps, payment, found);
  if (payment.state === 'created' && payment.captureRound > 1 && !buyerIsBack) return 'declined';
  if (!isOurs(payment, found)) {
    deps.log.error({ payment: payment.id }, 'An order at PayPal is not what we asked for; it is not captured');
    await setAside(deps, payment);
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

/** Ended for us: money may still turn up in them, which is why they are looked at, but we take none. */
const NEVER_CAPTURED: Partial<Record<PaymentRow['state'], Outcome>> = {
  declined: 'declined',
  failed: 'changed',
  expired: 'open',
  superseded: 'changed',
};

/** Nothing was captured and nothing can be, as things stand: the cart is let go. */
async function stepBack(deps: Deps, payment: PaymentRow, { status }: ProviderOrder): Promise<Outcome> {
  if (payment.state === 'created') return 'open';
  if (status === 'COMPLETED') {
    deps.log.error({ payment: payment.id }, 'An order at PayPal is completed and shows no capture');
    return 'waiting';
  }
  const issue = status === 'VOIDED' ? 'ORDER_EXPIRED' : 'ORDER_NOT_APPROVED';
  return recordRefusal(deps, payment, new PaypalRefused(422, issue));
}

/** Amount, currency, payee and marks as we sent them: pages may alter their own order at the provider. */
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

async function setAside({ clock, db }: Deps, { id }: PaymentRow): Promise<void> {
  const change = { state: 'superseded', changedAt: clock.now() } as const;
  await db
    .update(payments)
    .set(change)
    .where(and(eq(payments.id, id), eq(payments.state, 'created')));
}

/** A refusal is final and says what it means; anything else leaves the payment as unclear as it is. */
async function recordTrouble(deps: Deps, payment: PaymentRow, error: unknown): Promise<Outcome> {
  if (error instanceof PaypalRefused) return recordRefusal(deps, payment, error);
  if (!(error instanceof PaypalUnclear)) throw error;
  deps.log.warn({ payment: payment.id }, error.message);
  if (error instanceof PaypalBusy) await lookAfterPause(deps, payment, error.seconds);
  await deps.db
    .update(payments)
    .set({ state: 'unknown', changedAt: deps.clock.now() })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'capturing')));
  return 'waiting';
}

/** The sweeper looks again as soon as PayPal lets us, rather than when the next of its own looks is due. */
async function lookAfterPause({ clock, db }: Deps, { id }: PaymentRow, seconds: number): Promise<void> {
  const allowed = new Date(clock.now().getTime() + seconds * 1000);
  await db.update(payments).set({ lookAgainAt: allowed }).where(eq(payments.id, id));
}
