import type { Deps } from '#server/deps.ts';
import { lt } from '#server/platform/database/drizzle.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { idempotencyKeys } from './cart/table.ts';
import { foldCodeSums } from './codes/fold-code-sums.ts';

/** Our pages stop retrying after an hour. */
const STORED_FOR_MS = 2 * 24 * 60 * 60 * 1000;

/** What is done for carts and orders in the background. */
export const orderJobs = (deps: Deps): JobHandlers => ({
  'forget-idempotency-keys': { cron: '27 * * * *', work: () => deleteOldKeys(deps) },
  'fold-code-sums': { cron: '41 * * * *', work: () => foldCodeSums(deps) },
});

/** Deletes the keys that no page sends any more. */
async function deleteOldKeys({ clock, db }: Deps): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(clock.now().getTime() - STORED_FOR_MS)));
}
