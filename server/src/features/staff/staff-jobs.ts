import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { lt } from '#server/platform/database/drizzle.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { withPayload } from '#server/platform/jobs/with-payload.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { unseal } from '#server/platform/secrets/sealed.ts';
import { fillActors } from './fill-actors.ts';
import { postRequestedLink, StaffLinkRequest } from './sign-in/post-staff-link.ts';
import { STAFF_LINK } from './sign-in/request-staff-link.ts';
import { passkeyChallenges, staffLinks, staffSessions } from './table.ts';

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

/** Deletes what has expired: nothing of it could be used any more. */
async function cleanUpStaff({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now();
  await db.delete(staffSessions).where(lt(staffSessions.expiresAt, now));
  await db.delete(staffLinks).where(lt(staffLinks.expiresAt, now));
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}
