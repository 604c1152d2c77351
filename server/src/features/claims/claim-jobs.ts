import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { inviteToReview } from './invite-to-review.ts';
import { deleteOldClaimKeys } from './repeated-claims.ts';

/** What is done for delivered orders in the background. Letters by day: they should not come at night. */
export const claimJobs = (deps: Deps): JobHandlers => ({
  'invite-to-review': { cron: '40 9-17 * * *', work: () => inviteToReview(deps) },
  'forget-claim-keys': { cron: '52 * * * *', work: () => deleteOldClaimKeys(deps) },
});
