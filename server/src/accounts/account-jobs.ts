import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { unseal } from '../sealed.ts';
import { PASSWORD_RESET } from './ask-password-reset.ts';
import { cleanUp } from './clean-up.ts';
import { postPasswordReset, type ResetWish } from './post-password-reset.ts';

/** What is done for accounts while nobody waits. */
export const accountJobs = (deps: Deps): JobHandlers => ({
  [PASSWORD_RESET]: { work: ({ sealed }: { sealed: string }) => postPasswordReset(deps, openWish(deps, sealed)) },
  'clean-up-accounts': { cron: '17 * * * *', work: () => cleanUp(deps) },
});

function openWish({ secrets }: Deps, sealed: string): ResetWish {
  const wish = unseal(secrets.letters, PASSWORD_RESET, Buffer.from(sealed, 'base64')) as ResetWish | string;
  // The release before wrote the address alone, and its wishes may still wait.
  return typeof wish === 'string' ? { emailKey: wish, place: { network: '' } } : wish;
}
