import * as z from 'zod';
import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { withPayload } from '../jobs/with-payload.ts';
import { SETTLE_ONCE } from './look-up-payment.ts';
import { PAYMENT_EVENT, processEvent } from './receive-webhook.ts';
import { settlePayment } from './settle-payment.ts';
import { SETTLE_PAYMENT } from './start-capture.ts';
import { sweepPayments } from './sweep-payments.ts';

const OfPayment = z.object({ paymentId: z.string() });
const OfEvent = z.object({ eventId: z.string() });

/** What is done for payments in the background. */
export const paymentJobs = (deps: Deps): JobHandlers => ({
  [SETTLE_PAYMENT]: {
    atOnce: 2,
    work: withPayload(OfPayment, async ({ paymentId }) => {
      // While the outcome is unclear the job fails and is retried with backoff; the sweeper looks too.
      if ((await settlePayment(deps, paymentId)) === 'waiting') throw new Error('A payment is not settled yet.');
    }),
  },
  [SETTLE_ONCE]: {
    atOnce: 4,
    work: withPayload(OfPayment, async ({ paymentId }) => {
      // Not retried: a page that still waits polls, which queues the job again.
      await settlePayment(deps, paymentId);
    }),
  },
  [PAYMENT_EVENT]: { atOnce: 2, work: withPayload(OfEvent, ({ eventId }) => processEvent(deps, eventId)) },
  'sweep-payments': { cron: '* * * * *', work: () => sweepPayments(deps) },
});
