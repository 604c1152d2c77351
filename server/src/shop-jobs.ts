import { accountJobs } from './accounts/account-jobs.ts';
import { catalogueJobs } from './catalogue/catalogue-jobs.ts';
import { claimJobs } from './claims/claim-jobs.ts';
import type { Deps } from './deps.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import { mailJobs } from './mail/mail-jobs.ts';
import type { Transport } from './mail/transport.ts';
import { orderJobs } from './orders/order-jobs.ts';
import { paymentJobs } from './payments/payment-jobs.ts';
import { reminderJobs } from './reminders/reminder-jobs.ts';
import { deliveryJobs } from './runs/delivery-jobs.ts';
import { staffJobs } from './staff/staff-jobs.ts';
import { takingsJobs } from './takings/takings-jobs.ts';

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
