import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { PASSWORD_RESET } from './ask-password-reset.ts';
import { cleanUp } from './clean-up.ts';
import { postPasswordReset } from './post-password-reset.ts';

/** What is done for accounts while nobody waits. */
export const accountJobs = (deps: Deps): JobHandlers => ({
  [PASSWORD_RESET]: { work: ({ emailKey }: { emailKey: string }) => postPasswordReset(deps, emailKey) },
  'clean-up-accounts': { cron: '17 * * * *', work: () => cleanUp(deps) },
});
