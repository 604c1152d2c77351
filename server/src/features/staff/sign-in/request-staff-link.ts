import { emailKey, mailboxKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import type { AskStaffLink } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { TooMany } from '#server/errors.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { seal } from '#server/platform/secrets/sealed.ts';
import { staff } from '../table.ts';
import { findStaffPlace } from './known-places.ts';
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
  ]).catch((refusal) => countInKnownBrowser(deps, email, visit, refusal));
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

/** Strangers may be in the network of the shop itself: a browser in which the colleague has signed in counts by itself. */
async function countInKnownBrowser(
  deps: Deps,
  email: string,
  { network, browser }: Visit,
  refusal: Error,
): Promise<void> {
  if (!(refusal instanceof TooMany) || browser.setCookie !== undefined) throw refusal;
  const [member] = await deps.db
    .select({ id: staff.id })
    .from(staff)
    .where(eq(staff.emailKey, emailKey(email)));
  // Looked for in any case: how long it takes tells nobody who works here.
  const place = await findStaffPlace(deps, member?.id ?? 0, { browserHash: browser.hash, network });
  if (place !== 'device') throw refusal;
  const who = `${mailboxKey(email)}\n${browser.hash.toString('base64')}`;
  await countAttempts(deps, [{ what: 'ask for a link to the desk', who }]);
}
