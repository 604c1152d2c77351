import * as z from 'zod';
import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { withPayload } from '../jobs/with-payload.ts';
import { parseStored } from '../parse-stored.ts';
import { unseal } from '../sealed.ts';
import { cleanUp } from './clean-up.ts';
import { postPasswordReset, ResetRequest } from './post-password-reset.ts';
import { PASSWORD_RESET } from './request-password-reset.ts';

/** What is done for accounts while nobody waits. */
export const accountJobs = (deps: Deps): JobHandlers => ({
  [PASSWORD_RESET]: {
    work: withPayload(z.object({ sealed: z.string() }), ({ sealed }) =>
      postPasswordReset(deps, unsealRequest(deps, sealed)),
    ),
  },
  'clean-up-accounts': { cron: '17 * * * *', work: () => cleanUp(deps) },
});

/** The release before stored the address alone, and its requests may still be queued. */
const AddressAlone = z.string().transform((emailKey): ResetRequest => ({ emailKey, place: { network: '' } }));

function unsealRequest({ secrets }: Deps, sealed: string): ResetRequest {
  const request = unseal(secrets.letters, PASSWORD_RESET, Buffer.from(sealed, 'base64'));
  return parseStored(z.union([ResetRequest, AddressAlone]), 'A request for a new password', request);
}
