import { emailKey, mailboxKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import type { AskStaffLink } from '#contract/staff.ts';
import { countAttempts } from '../accounts/throttle.ts';
import type { Deps } from '../deps.ts';
import { seal } from '../sealed.ts';
import type { StaffLinkRequest } from './post-staff-link.ts';
import type { Visit } from './visit.ts';

/** The queue whose job finds out whether the address is one of ours, after the response was sent. */
export const STAFF_LINK = 'staff-link';

/** Accepts a request for a link. Response, work and time are the same whether or not the address is known. */
export async function requestStaffLink(deps: Deps, { email }: AskStaffLink, visit: Visit): Promise<Detail> {
  const { network, browser } = visit;
  await countAttempts(deps, [
    { what: 'ask for a link to the desk', who: `${mailboxKey(email)}\n${network}` },
    { what: 'ask for links to the desk from a network', who: network },
  ]);
  const request: StaffLinkRequest = {
    emailKey: emailKey(email),
    browser: browser.hash.toString('base64'),
    network,
  };
  const sealed = seal(deps.secrets.letters, STAFF_LINK, request).toString('base64');
  await deps.db.transaction((tx) => deps.jobs.add(tx, STAFF_LINK, { sealed }));
  return {
    detail:
      'If that address is one of ours, a link goes to it. Open it in this browser. If none comes, others have asked for too many today: use a browser that was signed in before, or a recovery code.',
  };
}
