import { mailboxKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockUser } from '../lock-user.ts';
import type { Shopper } from '../sessions/access-token.ts';
import { loginCodes, users } from '../table.ts';
import { countAttempts } from '../throttle.ts';
import { codeExpiry, hashCode, hashMailbox, makeCode, ticketOfSession } from './login-codes.ts';

/**
 * Posts a code to somebody signed in who has no password: it stands in for the password where that is asked for again, in
 * this session alone. It replaces an earlier one.
 */
export async function requestOwnCode(deps: Deps, { userId, sessionId }: Shopper): Promise<Detail> {
  await countAttempts(deps, [{ what: 'ask for a code for a session', who: String(userId) }]);
  const code = makeCode();
  const ticketHash = ticketOfSession(sessionId);
  await limitStrangers(deps, userId);
  await deps.db.transaction(async (tx) => {
    const { email, mailboxProvenAt, ...user } = await lockUser(tx, userId);
    // Before that the name may be what a stranger typed.
    const firstName = mailboxProvenAt ? user.firstName : '';
    const stored = {
      userId,
      mailbox: hashMailbox(deps.secrets, email),
      codeHash: hashCode(deps.secrets, ticketHash, code),
      tries: 0,
      expiresAt: codeExpiry(deps),
    };
    await tx
      .insert(loginCodes)
      .values({ ticketHash, ...stored })
      .onConflictDoUpdate({ target: loginCodes.ticketHash, set: stored });
    await deps.mail.post(tx, { kind: 'login-code', to: email, firstName, code, link: null }, userId);
  });
  return { detail: 'A letter with a code is on its way to you.' };
}

/** Whoever registered somebody else's address shall not fill that mailbox with codes. */
async function limitStrangers(deps: Deps, userId: number): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!user || user.emailConfirmedAt) return;
  await countAttempts(deps, [{ what: 'have codes for a session posted unconfirmed', who: mailboxKey(user.email) }]);
}
