import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { deleteOldKeys } from './change-once.ts';

/** What is done for carts in the background. */
export const orderJobs = (deps: Deps): JobHandlers => ({
  'forget-idempotency-keys': { cron: '27 * * * *', work: () => deleteOldKeys(deps) },
});
