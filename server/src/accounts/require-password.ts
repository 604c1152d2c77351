import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Invalid, NotSignedIn } from '../errors.ts';
import type { Shopper } from './access-token.ts';
import { lockUser } from './lock-user.ts';
import { isPassword } from './passwords.ts';
import { users } from './table.ts';
import { type Attempt, countAttempts, forgiveAttempts } from './throttle.ts';
import type { UserRow } from './to-user.ts';

const WRONG = { password: ['Incorrect password.'] };

/**
 * The person signed in, if this is their password. Wrong ones count by session, so a thief of a session cannot guess,
 * and strangers who guess on the login page keep nobody from changing their password. Right ones count too: each is a
 * hash.
 */
export async function requirePassword(deps: Deps, { userId, sessionId }: Shopper, password: string): Promise<UserRow> {
  const attempts: Attempt[] = [
    { what: 'get the password wrong in a session', who: sessionId },
    { what: 'get the password wrong in a session, in a day', who: sessionId },
  ];
  await countAttempts(deps, [{ what: 'have the own password checked', who: String(userId) }, ...attempts]);
  const [owner] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!owner) throw new NotSignedIn();
  if (!(await isPassword(password, owner.passwordHash))) throw new Invalid(WRONG);
  await forgiveAttempts(deps, attempts);
  return owner;
}

/** The same person, locked. The password may have been changed while this one was checked. */
export async function lockOwner(tx: Transaction, { id, passwordHash }: UserRow): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (user.passwordHash !== passwordHash) throw new Invalid(WRONG);
  return user;
}
