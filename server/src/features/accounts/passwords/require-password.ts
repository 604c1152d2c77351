import type { Deps } from '#server/deps.ts';
import { Invalid, NotSignedIn } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNull } from '#server/platform/database/drizzle.ts';
import { lockUser } from '../lock-user.ts';
import { checkCode, codeEnded, ticketOfSession } from '../log-in/login-codes.ts';
import type { Shopper } from '../sessions/access-token.ts';
import { loginCodes, users } from '../table.ts';
import { type Attempt, countAttempts, forgiveAttempts } from '../throttle.ts';
import type { UserRow } from '../to-user.ts';
import { isPassword } from './passwords.ts';

const WRONG = { password: ['Incorrect password.'] };

/** What proves that it is the owner: the password, or for an account without one the code that was mailed. */
export type Proof = { password: string; code?: string | undefined };

/**
 * The person signed in, if this is their password or code. Wrong ones count by session, so a thief of a session cannot guess,
 * and strangers who guess on the login page keep nobody from changing their password. Right ones count too: each is a
 * hash.
 */
export async function requirePassword(deps: Deps, { userId, sessionId }: Shopper, proof: Proof): Promise<UserRow> {
  const attempts: Attempt[] = [
    { what: 'get the password wrong in a session', who: sessionId },
    { what: 'get the password wrong in a session, in a day', who: sessionId },
  ];
  await countAttempts(deps, [{ what: 'have the own password checked', who: String(userId) }, ...attempts]);
  const [owner] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!owner) throw new NotSignedIn();
  if (owner.passwordHash === null) await requireCode(deps, sessionId, proof.code);
  else if (!(await isPassword(proof.password, owner.passwordHash, deps.hashCost))) throw new Invalid(WRONG);
  await forgiveAttempts(deps, attempts);
  return owner;
}

async function requireCode(deps: Deps, sessionId: string, code: string | undefined): Promise<void> {
  if (code === undefined) throw new Invalid({ code: ['This field is required.'] });
  await checkCode(deps, ticketOfSession(sessionId), code);
}

/** The same person, locked. The password may have been changed while this one was checked. A code ends here. */
export async function lockOwner(tx: Transaction, { id, passwordHash }: UserRow): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (user.passwordHash !== passwordHash) throw new Invalid(WRONG);
  if (passwordHash !== null) return user;
  const isOfSession = and(eq(loginCodes.userId, id), isNull(loginCodes.linkHash));
  const used = await tx.delete(loginCodes).where(isOfSession).returning();
  if (used.length === 0) throw codeEnded();
  return user;
}
