import type { PaymentOutcome, PaymentStatus } from '#contract/payments.ts';

const WORDS = {
  paid: 'Your purchase was successful.',
  waiting: 'PayPal has not confirmed your payment yet. We are asking again; nothing is charged twice.',
  declined: 'That way of paying was declined. Nothing has been charged. Please try another.',
  open: 'Nothing has been paid yet.',
  changed:
    'Your cart, a price or the delivery day has changed since. Nothing has been charged. Please look at it again.',
  returned: 'Money was taken for a cart that has changed since. All of it goes back to you.',
} as const satisfies Record<PaymentOutcome, string>;

/** Refusals that the buyer can do something about. */
const NEEDS_BUYER: Record<string, string> = {
  PAYER_ACTION_REQUIRED:
    'Your bank wants you to confirm that it is you. Nothing has been charged. Please pay again and follow what it asks.',
};

/** An outcome in the buyer's words; `issue` is PayPal's code for why it declined. */
export function toPaymentStatus(orderId: number, state: PaymentOutcome, issue?: string | null): PaymentStatus {
  const special = state === 'declined' ? NEEDS_BUYER[issue ?? ''] : undefined;
  return { order_id: orderId, state, detail: special ?? WORDS[state] };
}

/** The same for a cart that is no longer what was approved; `problem` says what is the matter with its code. */
export function toChangedStatus(orderId: number, problem: string | null): PaymentStatus {
  if (problem === null) return toPaymentStatus(orderId, 'changed');
  return {
    order_id: orderId,
    state: 'changed',
    detail: `${problem} Nothing has been charged. You can take the code off and pay without it.`,
  };
}
