import type { Deps } from '../deps.ts';
import type { ProviderRefund } from './paypal-responses.ts';

/** The desk has a part of Deps: it settles the refunds that it starts. */
export type RefundDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'faultPoint' | 'jobs' | 'mail' | 'paypal'> & {
  log: Pick<Deps['log'], 'error' | 'warn'>;
};

/** `waiting`: PayPal has not said. The job and the sweeper ask again. */
export type RefundOutcome = 'done' | 'failed' | 'waiting';

/** What PayPal says of a refund. `refunded elsewhere`: all of the money has gone back by other refunds. */
export type RefundAnswer =
  | { is: 'done'; refund: ProviderRefund }
  | { is: 'failed'; issue: string }
  | { is: 'unclear'; issue: string; pauseSeconds?: number }
  | { is: 'refunded elsewhere'; refunds: ProviderRefund[] };
