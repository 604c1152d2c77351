import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { SETTLE_ONCE } from './look-up-payment.ts';
import { PAYMENT_EVENT, processEvent } from './receive-webhook.ts';
import { settlePayment } from './settle-payment.ts';
import { SETTLE_PAYMENT } from './start-capture.ts';
import { sweepPayments } from './sweep-payments.ts';

/** What is done for payments in the background. */
export const paymentJobs = (deps: Deps): JobHandlers => ({
  [SETTLE_PAYMENT]: {
    atOnce: 2,
    async work({ paymentId }: { paymentId: string }) {
      // While the outcome is unclear the job fails and is retried with backoff; the sweeper looks too.
      if ((await settlePayment(deps, paymentId)) === 'waiting') throw new Error('A payment is not settled yet.');
    },
  },
  [SETTLE_ONCE]: {
    atOnce: 4,
    async work({ paymentId }: { paymentId: string }) {
      // Not retried: a page that still waits polls, which queues the job again.
      await settlePayment(deps, paymentId);
    },
  },
  [PAYMENT_EVENT]: { atOnce: 2, work: ({ eventId }: { eventId: string }) => processEvent(deps, eventId) },
  'sweep-payments': { cron: '* * * * *', work: () => sweepPayments(deps) },
});
