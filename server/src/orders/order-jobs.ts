import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { deleteOldKeys } from './change-once.ts';

/** What is done for carts while nobody waits. */
export const orderJobs = (deps: Deps): JobHandlers => ({
  'forget-idempotency-keys': { cron: '27 * * * *', work: () => deleteOldKeys(deps) },
});
