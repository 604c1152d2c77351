import type { Login, SignedIn } from '#contract/accounts.ts';
import { emailKey, mailboxKey } from '#contract/email-address.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotSignedIn } from '../errors.ts';
import { lockUser } from './lock-user.ts';
import { isPassword } from './passwords.ts';
import { startSession } from './start-session.ts';
import { users } from './table.ts';
import { type Attempt, countAttempts, forgiveAttempts } from './throttle.ts';
import { toUser } from './to-user.ts';

const WRONG = 'Incorrect email or password.';

/** Signs someone in. A wrong password and an unknown address are the same answer after the same work. */
export async function logIn(deps: Deps, form: Login, visit: { network: string; device: string }): Promise<SignedIn> {
  const attempts = attemptsAt(form.email, visit.network);
  const signingIn: Attempt = { what: 'sign in', who: `${mailboxKey(form.email)}\n${visit.network}` };
  await countAttempts(deps, [...attempts, signingIn]);
  const user = await findByEmail(deps, form.email);
  if (!(await isPassword(form.password, user?.passwordHash)) || !user) throw new NotSignedIn(WRONG);
  await forgiveAttempts(deps, attempts);
  return deps.db.transaction(async (tx) => {
    // A password that was changed while this one was checked no longer opens anything.
    const current = await lockUser(tx, user.id);
    if (current.passwordHash !== user.passwordHash) throw new NotSignedIn(WRONG);
    const tokens = await startSession(deps, tx, user.id, { remember: form.remember, device: visit.device });
    return { ...tokens, user: toUser(current) };
  });
}

/** What a try at the password of an account counts as, whoever makes it. */
export function attemptsAt(email: string, network: string): Attempt[] {
  const mailbox = mailboxKey(email);
  return [
    { what: 'log in to an account from a network', who: `${mailbox}\n${network}` },
    { what: 'log in to an account', who: mailbox },
    { what: 'log in from a network', who: network },
  ];
}

async function findByEmail({ db }: Deps, email: string) {
  const key = emailKey(email);
  // PostgreSQL has no text with a null in it, so nobody is called that; the question is asked all the same.
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, key.replaceAll('\0', ' ')));
  return user;
}
