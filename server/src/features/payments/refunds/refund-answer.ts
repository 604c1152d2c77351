import type { Deps } from '#server/deps.ts';
import type { ProviderRefund } from '../paypal/paypal-responses.ts';

/** The desk has a part of Deps: it settles the refunds that it starts. */
export type RefundDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'faultPoint' | 'jobs' | 'mail' | 'paypal'> & {
  log: Pick<Deps['log'], 'error' | 'warn'>;
};

/** `waiting`: PayPal has not said. The job and the sweeper ask again. */
export type RefundOutcome = 'done' | 'failed' | 'waiting';

/**
 * What PayPal says of a refund. `failed`: with the other refunds of that payment, if PayPal was asked for them. `unclear`: PayPal's id
 * of it, if PayPal keeps it pending. `refunded elsewhere`: all of the money has gone back by other refunds.
 */
export type RefundAnswer =
  | { is: 'done'; refund: ProviderRefund }
  | { is: 'failed'; issue: string; others: ProviderRefund[] }
  | { is: 'unclear'; issue: string; providerRefundId?: string; pauseSeconds?: number }
  | { is: 'refunded elsewhere'; refunds: ProviderRefund[] };
