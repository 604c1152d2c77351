import { mailboxKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import type { Shopper } from './access-token.ts';
import { lockUser } from './lock-user.ts';
import { postConfirmation } from './post-confirmation.ts';
import { users } from './table.ts';
import { countAttempts } from './throttle.ts';

/** Writes the confirmation letter once more; the link in the earlier one stops working. */
export async function resendConfirmation(deps: Deps, { userId }: Shopper): Promise<Detail> {
  const [person] = await deps.db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  await countAttempts(deps, [
    { what: 'ask for the confirmation again', who: String(userId) },
    { what: 'be written to', who: mailboxKey(person?.email ?? '') },
  ]);
  return deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.emailConfirmedAt) return { detail: 'Your email has been confirmed.' };
    await postConfirmation(deps, tx, user);
    return { detail: 'The letter is on its way again.' };
  });
}
