import type { DeleteAccount } from '#contract/accounts.ts';
import type { Detail } from '#contract/errors.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Invalid, NotSignedIn } from '../errors.ts';
import { forgetLetters } from '../mail/listed-letters.ts';
import type { Shopper } from './access-token.ts';
import type { Belongings } from './belongings.ts';
import { lockUser } from './lock-user.ts';
import { attemptsAt } from './log-in.ts';
import { isPassword } from './passwords.ts';
import { users } from './table.ts';
import { countAttempts, forgiveAttempts } from './throttle.ts';

/** Removes someone and what is theirs, ends their sessions and says goodbye by letter. Asks for the password first. */
export async function deleteAccount(
  deps: Deps,
  belongings: Belongings[],
  { userId }: Shopper,
  { password }: DeleteAccount,
  network: string,
): Promise<Detail> {
  const [owner] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!owner) throw new NotSignedIn();
  const attempts = attemptsAt(owner.email, network);
  await countAttempts(deps, attempts);
  if (!(await isPassword(password, owner.passwordHash))) throw new Invalid({ password: ['Incorrect password.'] });
  await forgiveAttempts(deps, attempts);
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    for (const { forget } of belongings) await forget(tx, userId, deps.clock.now());
    await forgetLetters(tx, userId);
    await tx.delete(users).where(eq(users.id, userId));
    await deps.mail.post(tx, { kind: 'account-deleted', to: user.email, firstName: user.firstName });
  });
  return { detail: 'Your account has been deleted.' };
}
