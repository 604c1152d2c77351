import type { Login, SignedIn } from '#contract/accounts.ts';
import { emailKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockUser } from '../lock-user.ts';
import { isPassword } from '../passwords/passwords.ts';
import { startSession } from '../sessions/start-session.ts';
import { users } from '../table.ts';
import { forgiveAttempts } from '../throttle.ts';
import { toUser } from '../to-user.ts';
import { admitLogin } from './admit-login.ts';
import { rememberPlace } from './known-places.ts';

const WRONG = 'Incorrect email or password.';

/** Signs someone in. A wrong password and an unknown address get the same response after the same work. */
export async function logIn(deps: Deps, form: Login, visit: { network: string; device: string }): Promise<SignedIn> {
  const place = { network: visit.network, mark: form.device_mark };
  const user = await findByEmail(deps, form.email);
  const attempts = await admitLogin(deps, form.email, user?.id, place);
  const isRight = await isPassword(form.password, user?.passwordHash ?? undefined, deps.hashCost);
  if (!isRight || !user) throw new NotSignedIn(WRONG);
  await forgiveAttempts(deps, attempts);
  return deps.db.transaction(async (tx) => {
    // The password may have been changed while this one was checked.
    const current = await lockUser(tx, user.id);
    if (current.passwordHash !== user.passwordHash) throw new NotSignedIn(WRONG);
    const tokens = await startSession(deps, tx, user.id, { remember: form.remember, device: visit.device });
    const mark = await rememberPlace(deps, tx, user.id, place);
    return { ...tokens, user: toUser(current), device_mark: mark };
  });
}

async function findByEmail({ db }: Deps, email: string) {
  const key = emailKey(email);
  // PostgreSQL refuses text with a null character, so no account has it; the query is sent all the same, for the same
  // work.
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, key.replaceAll('\0', ' ')));
  return user;
}
