import type { PaymentOutcome } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import type { Paypal } from '../paypal/paypal.ts';
import { PaypalRefused, PaypalUnclear } from '../paypal/paypal-problems.ts';
import type { PaymentRow } from '../table.ts';

/**
 * The job that settles a payment once, without retries, because a page asks for it. The name is stored with queued
 * jobs.
 */
export const SETTLE_ONCE = 'nudge-payment';

/** However many tabs poll a payment, it is looked up at PayPal so often at most. */
const CACHED_FOR_MS = 3_000;
const MOST_CACHED = 5_000;

type Lookup = { startedAt: number; state: PaymentRow['state']; outcome: Promise<PaymentOutcome> };

/** In this process, by payment. */
const cachedLookups = memoizeFor((_paypal: Paypal) => new Map<string, Lookup>());

/**
 * How a payment stands whose end is open, for a page that polls. Moves no money: where some should move, it queues a
 * job that settles the payment within a second or so. The outcome is cached for a moment.
 */
export async function lookUpPayment(deps: Deps, payment: PaymentRow): Promise<PaymentOutcome> {
  const now = deps.clock.now().getTime();
  const cache = cachedLookups(deps.paypal);
  const last = cache.get(payment.id);
  if (last && last.state === payment.state && Math.abs(now - last.startedAt) < CACHED_FOR_MS) return last.outcome;
  const outcome = lookUp(deps, payment);
  cache.delete(payment.id);
  cache.set(payment.id, { startedAt: now, state: payment.state, outcome });
  // A failure of our own is not cached.
  outcome.catch(() => cache.delete(payment.id));
  for (const oldest of cache.keys()) {
    if (cache.size <= MOST_CACHED) break;
    cache.delete(oldest);
  }
  return outcome;
}

/** Has the next poll look the payment up anew. */
export const clearLookup = ({ paypal }: Deps, paymentId: string): boolean => cachedLookups(paypal).delete(paymentId);

async function lookUp(deps: Deps, payment: PaymentRow): Promise<PaymentOutcome> {
  if (payment.state === 'created') {
    const found = await findOutcome(deps, payment);
    if (found !== 'to settle') return found;
  }
  await deps.db.transaction((tx) =>
    deps.jobs.add(tx, SETTLE_ONCE, { paymentId: payment.id }, { key: payment.id, longestWaitSeconds: 15 }),
  );
  // A refund is decided, though not made yet: the page must not say that the payment is being confirmed.
  return payment.state === 'refunding' ? 'returned' : 'waiting';
}

/** Whether the buyer approved it, or a page captured it behind our back. */
async function findOutcome(
  { paypal }: Deps,
  { providerOrderId, captureRound }: PaymentRow,
): Promise<PaymentOutcome | 'to settle'> {
  try {
    // A payment that is `created` has one.
    const { status, purchase_units: [unit] = [] } = await paypal.findOrder(providerOrderId as string);
    if (unit?.payments?.captures?.length) return 'to settle';
    if (status !== 'APPROVED') return 'open';
    // The buyer was told that it was declined: only the buyer's own return has it captured again.
    return captureRound > 1 ? 'declined' : 'to settle';
  } catch (error) {
    if (error instanceof PaypalRefused) return 'open';
    if (error instanceof PaypalUnclear) return 'waiting';
    throw error;
  }
}
