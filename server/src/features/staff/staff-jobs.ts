import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { withPayload } from '#server/platform/jobs/with-payload.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { unseal } from '#server/platform/secrets/sealed.ts';
import { cleanUpStaff } from './clean-up-staff.ts';
import { fillActors } from './fill-actors.ts';
import { postRequestedLink, StaffLinkRequest } from './sign-in/post-staff-link.ts';
import { STAFF_LINK } from './sign-in/request-staff-link.ts';

/** What is done for staff while nobody waits. */
export const staffJobs = (deps: Deps): JobHandlers => ({
  [STAFF_LINK]: {
    work: withPayload(z.object({ sealed: z.string() }), ({ sealed }) => {
      const request = unseal(deps.secrets.letters, STAFF_LINK, Buffer.from(sealed, 'base64'));
      return postRequestedLink(deps, parseStored(StaffLinkRequest, 'A request for a link', request));
    }),
  },
  'clean-up-staff': { cron: '27 * * * *', work: () => cleanUpStaff(deps) },
  'fill-actors': { cron: '*/10 * * * *', work: () => fillActors(deps) },
});
