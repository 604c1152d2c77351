import type { Deps } from '../deps.ts';
import { memoizeFor } from '../memoize.ts';
import type { Paypal } from './paypal.ts';
import { PaypalRefused, PaypalUnclear } from './paypal-problems.ts';
import type { Outcome } from './record-outcome.ts';
import type { PaymentRow } from './table.ts';

export const NUDGE_PAYMENT = 'nudge-payment';

/** One payment is looked at so often at most, by however many tabs it is asked for. */
const LOOK_EVERY_MS = 3_000;
const MOST_KEPT = 5_000;

type Look = { at: number; state: PaymentRow['state']; found: Promise<Outcome> };

/** In this process, by payment. */
const looks = memoizeFor((_paypal: Paypal) => new Map<string, Look>());

/**
 * How a payment stands whose end is open, for a page that asks. Reads only: where money should move, a job is asked to settle
 * it, which begins within a second or so. What was found a moment ago is found again without asking the provider.
 */
export async function lookAtPayment(deps: Deps, payment: PaymentRow): Promise<Outcome> {
  const now = deps.clock.now().getTime();
  const recent = looks(deps.paypal);
  const last = recent.get(payment.id);
  if (last && last.state === payment.state && Math.abs(now - last.at) < LOOK_EVERY_MS) return last.found;
  const found = look(deps, payment);
  recent.delete(payment.id);
  recent.set(payment.id, { at: now, state: payment.state, found });
  // Our own failure is not an answer to be given to the next one too.
  found.catch(() => recent.delete(payment.id));
  for (const oldest of recent.keys()) {
    if (recent.size <= MOST_KEPT) break;
    recent.delete(oldest);
  }
  return found;
}

/** What was found before counts no longer. */
export const forgetLook = ({ paypal }: Deps, paymentId: string): boolean => looks(paypal).delete(paymentId);

async function look(deps: Deps, payment: PaymentRow): Promise<Outcome> {
  if (payment.state === 'created') {
    const found = await findOutcome(deps, payment);
    if (found !== 'to settle') return found;
  }
  await deps.db.transaction((tx) =>
    deps.jobs.add(tx, NUDGE_PAYMENT, { paymentId: payment.id }, { key: payment.id, longestWaitSeconds: 15 }),
  );
  // Decided, and only not done yet: the page must not speak of a payment that is being confirmed.
  return payment.state === 'refunding' ? 'returned' : 'waiting';
}

/** Whether the buyer approved it, or a page captured it behind our back. */
async function findOutcome(
  { paypal }: Deps,
  { providerOrderId, captureRound }: PaymentRow,
): Promise<Outcome | 'to settle'> {
  try {
    const { status, purchase_units: [unit] = [] } = await paypal.findOrder(providerOrderId as string);
    if (unit?.payments?.captures?.length) return 'to settle';
    if (status !== 'APPROVED') return 'open';
    // Declined before, and the buyer was told so: only their own return has it tried again.
    return captureRound > 1 ? 'declined' : 'to settle';
  } catch (error) {
    if (error instanceof PaypalRefused) return 'open';
    if (error instanceof PaypalUnclear) return 'waiting';
    throw error;
  }
}
