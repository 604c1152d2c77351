import { formatDay } from '#contract/delivery.ts';
import type { PaymentOutcome, PaymentStatus } from '#contract/payments.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import { refuseDay } from '#server/features/delivery/require-day.ts';
import type { PaymentRow } from '../table.ts';

/** Why we did not capture, stored where PayPal's codes are. */
export const DAY_CLOSED = 'DAY_CLOSED';
export const DAY_FULL = 'DAY_FULL';
export const BOUQUET_FULL = 'BOUQUET_FULL';

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

type Facts = {
  payment?: Pick<PaymentRow, 'lastIssue' | 'deliveryDate'> | undefined;
  terms: DeliveryTerms;
  /** Why the code of the cart gives nothing any more. */
  codeProblem?: string | null | undefined;
};

/** An outcome in the buyer's words; the payment's last issue says why it was declined, or why its day is not to be had. */
export function toPaymentStatus(orderId: number, state: PaymentOutcome, facts?: Facts): PaymentStatus {
  const special = facts && explain(state, facts);
  return { order_id: orderId, state, detail: special ?? WORDS[state] };
}

function explain(state: PaymentOutcome, { payment, terms, codeProblem }: Facts): string | undefined {
  const issue = payment?.lastIssue ?? '';
  if (state === 'declined') return NEEDS_BUYER[issue];
  if (state !== 'changed') return undefined;
  const day = payment?.deliveryDate;
  if (issue === BOUQUET_FULL && day)
    return `A bouquet of yours can no longer be tied for ${formatDay(day)}. Nothing has been charged. Please choose another day.`;
  const reason = DAY_REASONS[issue];
  if (reason) return `${refuseDay(reason, payment?.deliveryDate ?? '', terms)} Nothing has been charged.`;
  return codeProblem
    ? `${codeProblem} Nothing has been charged. You can take the code off and pay without it.`
    : undefined;
}

/** Whether we did not capture because of the day. */
export const isDayIssue = (issue: string | null): boolean =>
  issue !== null && (issue === BOUQUET_FULL || Object.hasOwn(DAY_REASONS, issue));

const DAY_REASONS: Record<string, 'closed' | 'full'> = { [DAY_CLOSED]: 'closed', [DAY_FULL]: 'full' };
