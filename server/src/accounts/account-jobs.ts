import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { unseal } from '../sealed.ts';
import { cleanUp } from './clean-up.ts';
import { postPasswordReset, type ResetRequest } from './post-password-reset.ts';
import { PASSWORD_RESET } from './request-password-reset.ts';

/** What is done for accounts while nobody waits. */
export const accountJobs = (deps: Deps): JobHandlers => ({
  [PASSWORD_RESET]: { work: ({ sealed }: { sealed: string }) => postPasswordReset(deps, openWish(deps, sealed)) },
  'clean-up-accounts': { cron: '17 * * * *', work: () => cleanUp(deps) },
});

function openWish({ secrets }: Deps, sealed: string): ResetRequest {
  const wish = unseal(secrets.letters, PASSWORD_RESET, Buffer.from(sealed, 'base64')) as ResetRequest | string;
  // The release before wrote the address alone, and its wishes may still wait.
  return typeof wish === 'string' ? { emailKey: wish, place: { network: '' } } : wish;
}
