import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { deleteOldKeys } from './cart/change-once.ts';
import { foldCodeSums } from './codes/fold-code-sums.ts';

/** What is done for carts and orders in the background. */
export const orderJobs = (deps: Deps): JobHandlers => ({
  'forget-idempotency-keys': { cron: '27 * * * *', work: () => deleteOldKeys(deps) },
  'fold-code-sums': { cron: '41 * * * *', work: () => foldCodeSums(deps) },
});
