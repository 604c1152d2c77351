import type { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockUser } from '../lock-user.ts';
import type { Shopper } from '../sessions/access-token.ts';
import { users } from '../table.ts';
import { countAttempts } from '../throttle.ts';
import { mailboxOf } from './mailbox-of.ts';
import { postConfirmation } from './post-confirmation.ts';

/**
 * Posts the confirmation letter again, to the new address if there is one; the link in the earlier one stops working.
 */
export async function resendConfirmation(deps: Deps, { userId }: Shopper): Promise<Detail> {
  const [person] = await deps.db.select().from(users).where(eq(users.id, userId));
  await countAttempts(deps, [
    { what: 'ask for the confirmation again', who: String(userId) },
    person?.newEmail
      ? { what: 'be asked again to confirm a new address', who: mailboxOf(person.newEmail) }
      : { what: 'be asked again to confirm an address', who: mailboxOf(person?.email ?? '') },
  ]);
  return deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.newEmail === null && user.emailConfirmedAt) return { detail: 'Your email has been confirmed.' };
    await postConfirmation(deps, tx, user);
    return { detail: 'The letter is on its way again.' };
  });
}
