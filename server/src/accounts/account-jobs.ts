import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { unseal } from '../sealed.ts';
import { PASSWORD_RESET } from './ask-password-reset.ts';
import { cleanUp } from './clean-up.ts';
import { postPasswordReset } from './post-password-reset.ts';

/** What is done for accounts while nobody waits. */
export const accountJobs = (deps: Deps): JobHandlers => ({
  [PASSWORD_RESET]: {
    work: ({ sealed }: { sealed: string }) =>
      postPasswordReset(deps, String(unseal(deps.secrets.letters, PASSWORD_RESET, Buffer.from(sealed, 'base64')))),
  },
  'clean-up-accounts': { cron: '17 * * * *', work: () => cleanUp(deps) },
});
