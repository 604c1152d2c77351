import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Invalid, NotSignedIn } from '../errors.ts';
import type { Shopper } from './access-token.ts';
import { lockUser } from './lock-user.ts';
import { attemptsAt } from './log-in.ts';
import { isPassword } from './passwords.ts';
import { users } from './table.ts';
import { countAttempts, forgiveAttempts } from './throttle.ts';
import type { UserRow } from './to-user.ts';

const WRONG = { password: ['Incorrect password.'] };

/** Who is signed in, if this is their password. Tries count as at signing in: a stolen session is no place to guess. */
export async function requirePassword(
  deps: Deps,
  { userId }: Shopper,
  password: string,
  network: string,
): Promise<UserRow> {
  const [owner] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!owner) throw new NotSignedIn();
  const attempts = attemptsAt(owner.email, network);
  await countAttempts(deps, attempts);
  if (!(await isPassword(password, owner.passwordHash))) throw new Invalid(WRONG);
  await forgiveAttempts(deps, attempts);
  return owner;
}

/** The same person, held still. A password that was changed while this one was checked no longer opens anything. */
export async function lockOwner(tx: Transaction, { id, passwordHash }: UserRow): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (user.passwordHash !== passwordHash) throw new Invalid(WRONG);
  return user;
}
