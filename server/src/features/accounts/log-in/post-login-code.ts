import * as z from 'zod';
import { mailboxKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { TooMany } from '#server/errors.ts';
import { and, eq, isNull } from '#server/platform/database/drizzle.ts';
import { isTagged } from '../email/mailbox-of.ts';
import { loginCodes, users } from '../table.ts';
import { countFirst, hasRoom } from '../throttle.ts';
import type { UserRow } from '../to-user.ts';
import { findKnownPlace, Place } from './known-places.ts';
import { isInTime } from './login-codes.ts';

/** Who is to be written to, where the request came from, and the code that is stored for it. */
export const CodeRequest = z.object({
  emailKey: z.string(),
  place: Place,
  ticketHash: z.string(),
  code: z.string(),
  linkKey: z.string(),
});
export type CodeRequest = z.infer<typeof CodeRequest>;

/** Posts a code that is still good, if the address has an account and the account may be written to; once. */
export async function postLoginCode(deps: Deps, request: CodeRequest): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.emailKey, request.emailKey));
  if (!user || !(await mayBePosted(deps, user, request.place))) return;
  await deps.db.transaction(async (tx) => {
    const [current] = await tx.select().from(users).where(eq(users.id, user.id)).for('no key update');
    if (current?.emailKey !== request.emailKey) return;
    // From now on it opens this account. Only the first run of the job finds it without an owner.
    const waits = and(
      eq(loginCodes.ticketHash, Buffer.from(request.ticketHash, 'base64')),
      isNull(loginCodes.userId),
      isInTime(deps),
    );
    const bound = await tx.update(loginCodes).set({ userId: user.id }).where(waits).returning();
    if (bound.length === 0) return;
    const link = `${deps.config.publicUrl}/login-link/${request.linkKey}`;
    const to = current.email;
    // Before that the name may be what a stranger typed.
    const firstName = current.mailboxProvenAt ? current.firstName : '';
    await deps.mail.post(tx, { kind: 'login-code', to, firstName, code: request.code, link }, user.id);
  });
}

/**
 * Letters to an account are limited: each is five guesses. A place where the owner has signed in before has letters of its
 * own; the first of each other network are counted apart from further ones, so that a dozen networks do not use up all.
 */
async function mayBePosted(deps: Deps, user: UserRow, place: Place): Promise<boolean> {
  const account = String(user.id);
  const known = await findKnownPlace(deps, user.id, place);
  if (known) {
    const here = `${account}\n${known === 'device' ? place.mark : place.network}`;
    return hasRoom(deps, [{ what: 'have codes posted to a known place', who: here }]);
  }
  // A stranger may have registered tagged addresses of somebody's mailbox: all of them together get a few letters only.
  if (!user.emailConfirmedAt && isTagged(user.email)) {
    if (!(await hasRoom(deps, [{ what: 'have codes posted to unconfirmed tags', who: mailboxKey(user.email) }])))
      return false;
  }
  try {
    await countFirst(deps, [
      [
        { what: 'have a code posted to a new network', who: `${account}\n${place.network}` },
        { what: 'have codes posted to new networks', who: account },
      ],
      [{ what: 'have codes posted to networks not so new', who: account }],
    ]);
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
}
