import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { foldTakings } from './fold-takings.ts';

/** What is done for takings in the background. */
export const takingsJobs = (deps: Deps): JobHandlers => ({
  'fold-takings': { cron: '*/5 * * * *', work: () => foldTakings(deps) },
});
