import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { withPayload } from '#server/platform/jobs/with-payload.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { unseal } from '#server/platform/secrets/sealed.ts';
import { cleanUp } from './clean-up.ts';
import { CodeRequest, postLoginCode } from './log-in/post-login-code.ts';
import { LOGIN_CODE } from './log-in/request-login-code.ts';
import { postPasswordReset, ResetRequest } from './passwords/post-password-reset.ts';
import { PASSWORD_RESET } from './passwords/request-password-reset.ts';

/** What is done for accounts while nobody waits. */
export const accountJobs = (deps: Deps): JobHandlers => ({
  [PASSWORD_RESET]: {
    work: withPayload(z.union([SealedRequest, OpenRequest]), (request) =>
      postPasswordReset(deps, 'sealed' in request ? unsealRequest(deps, request.sealed) : toRequest(request.emailKey)),
    ),
  },
  [LOGIN_CODE]: {
    work: withPayload(SealedRequest, ({ sealed }) =>
      postLoginCode(
        deps,
        parseStored(
          CodeRequest,
          'A request for a code',
          unseal(deps.secrets.letters, LOGIN_CODE, Buffer.from(sealed, 'base64')),
        ),
      ),
    ),
  },
  'clean-up-accounts': { cron: '17 * * * *', work: () => cleanUp(deps) },
});

const SealedRequest = z.object({ sealed: z.string() });

// Earlier versions queued the address alone, the first one unsealed. Their requests may still wait, in a restored backup too.
const OpenRequest = z.object({ emailKey: z.string() });
const toRequest = (emailKey: string): ResetRequest => ({ emailKey, place: { network: '' } });
const AddressAlone = z.string().transform(toRequest);

function unsealRequest({ secrets }: Deps, sealed: string): ResetRequest {
  const request = unseal(secrets.letters, PASSWORD_RESET, Buffer.from(sealed, 'base64'));
  return parseStored(z.union([ResetRequest, AddressAlone]), 'A request for a new password', request);
}
