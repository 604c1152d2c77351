import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { foldTakings } from './fold-takings.ts';

/** What is done for takings in the background. */
export const takingsJobs = (deps: Deps): JobHandlers => ({
  'fold-takings': { cron: '*/5 * * * *', work: () => foldTakings(deps) },
});
