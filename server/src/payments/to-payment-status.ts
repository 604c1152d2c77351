import type { PaymentStatus } from '#contract/payments.ts';
import type { Outcome } from './record-outcome.ts';

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

/** An outcome in the buyer's words; `issue` is what the provider called a way of paying that it declined. */
export function toPaymentStatus(orderId: number, state: Outcome, issue?: string | null): PaymentStatus {
  const asked = state === 'declined' ? ASKED_FOR[issue ?? ''] : undefined;
  return { order_id: orderId, state, detail: asked ?? WORDS[state] };
}
