import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { NUDGE_PAYMENT } from './look-at-payment.ts';
import { followEvent, PAYMENT_EVENT } from './receive-webhook.ts';
import { settlePayment } from './settle-payment.ts';
import { SETTLE_PAYMENT } from './start-capture.ts';
import { sweepPayments } from './sweep-payments.ts';

/** What is done for payments while no browser waits. */
export const paymentJobs = (deps: Deps): JobHandlers => ({
  [SETTLE_PAYMENT]: {
    atOnce: 2,
    async work({ paymentId }: { paymentId: string }) {
      // As long as it is unclear it comes again, later each time; the sweeper looks too.
      if ((await settlePayment(deps, paymentId)) === 'waiting') throw new Error('A payment is not settled yet.');
    },
  },
  [NUDGE_PAYMENT]: {
    atOnce: 4,
    async work({ paymentId }: { paymentId: string }) {
      // Done however it stands afterwards: whoever still waits asks for it again.
      await settlePayment(deps, paymentId);
    },
  },
  [PAYMENT_EVENT]: { atOnce: 2, work: ({ eventId }: { eventId: string }) => followEvent(deps, eventId) },
  'sweep-payments': { cron: '* * * * *', work: () => sweepPayments(deps) },
});
