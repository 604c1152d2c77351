import type { Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Shopper } from './access-token.ts';
import { lockUser } from './lock-user.ts';
import { codeExpiry, hashCode, hashMailbox, makeCode, ticketOfSession } from './login-codes.ts';
import { loginCodes } from './table.ts';
import { countAttempts } from './throttle.ts';

/**
 * Posts a code to somebody signed in who has no password: it stands in for the password where that is asked for again, in
 * this session alone. It replaces an earlier one.
 */
export async function requestOwnCode(deps: Deps, { userId, sessionId }: Shopper): Promise<Detail> {
  await countAttempts(deps, [{ what: 'ask for a code for a session', who: String(userId) }]);
  const code = makeCode();
  const ticketHash = ticketOfSession(sessionId);
  await deps.db.transaction(async (tx) => {
    const { email, firstName } = await lockUser(tx, userId);
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
