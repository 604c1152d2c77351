import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { withPayload } from '#server/platform/jobs/with-payload.ts';
import { SETTLE_ONCE } from './capture/look-up-payment.ts';
import { settlePayment } from './capture/settle-payment.ts';
import { SETTLE_PAYMENT } from './capture/start-capture.ts';
import { sweepPayments } from './capture/sweep-payments.ts';
import { deleteOldCancellations } from './own-orders/own-cancellations.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import { SETTLE_REFUND } from './refunds/start-refund.ts';
import { sweepRefunds } from './refunds/sweep-refunds.ts';
import { readCaptures } from './unknown-money/read-captures.ts';
import { PAYMENT_EVENT, processEvent } from './webhooks/receive-webhook.ts';

const OfPayment = z.object({ paymentId: z.string() });
const OfRefund = z.object({ refundId: z.string() });
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
  [SETTLE_REFUND]: {
    atOnce: 2,
    work: withPayload(OfRefund, async ({ refundId }) => {
      // As above: retried until PayPal has said what came of it.
      if ((await settleRefund(deps, refundId)) === 'waiting') throw new Error('A refund is not settled yet.');
    }),
  },
  [PAYMENT_EVENT]: { atOnce: 2, work: withPayload(OfEvent, ({ eventId }) => processEvent(deps, eventId)) },
  'forget-own-cancellations': { cron: '47 * * * *', work: () => deleteOldCancellations(deps) },
  'sweep-payments': {
    cron: '* * * * *',
    work: async () => {
      // No worker runs on standby. This one moves money, so it asks for itself too.
      if (await isOnStandby(deps.db)) return;
      await sweepPayments(deps);
      await sweepRefunds(deps);
      await readCaptures(deps);
    },
  },
});
