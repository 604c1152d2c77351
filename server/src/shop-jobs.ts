import type { Deps } from './deps.ts';
import { accountJobs } from './features/accounts/account-jobs.ts';
import { catalogueJobs } from './features/catalogue/catalogue-jobs.ts';
import { claimJobs } from './features/claims/claim-jobs.ts';
import { orderJobs } from './features/orders/order-jobs.ts';
import { paymentJobs } from './features/payments/payment-jobs.ts';
import { reminderJobs } from './features/reminders/reminder-jobs.ts';
import { deliveryJobs } from './features/runs/delivery-jobs.ts';
import { staffJobs } from './features/staff/staff-jobs.ts';
import { takingsJobs } from './features/takings/takings-jobs.ts';
import type { JobHandlers } from './platform/jobs/jobs.ts';
import { mailJobs } from './platform/mail/send/mail-jobs.ts';
import type { Transport } from './platform/mail/send/transport.ts';

/** The job handlers of every feature, added by hand. */
export const shopJobs = (deps: Deps, transport: Transport): JobHandlers => ({
  ...mailJobs(deps, transport),
  ...catalogueJobs(deps),
  ...accountJobs(deps),
  ...staffJobs(deps),
  ...orderJobs(deps),
  ...paymentJobs(deps),
  ...takingsJobs(deps),
  ...deliveryJobs(deps),
  ...claimJobs(deps),
  ...reminderJobs(deps),
});
