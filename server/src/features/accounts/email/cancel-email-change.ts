import type { Profile } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, ne } from '#server/platform/database/drizzle.ts';
import { lockUser } from '../lock-user.ts';
import type { Shopper } from '../sessions/access-token.ts';
import { confirmationKeys, users } from '../table.ts';
import { toProfile, type UserRow } from '../to-user.ts';
import { postConfirmation } from './post-confirmation.ts';

/**
 * Leaves the address as it is: a new one that is not confirmed yet is deleted, and the link sent to it stops working.
 */
export async function cancelEmailChange(deps: Deps, { userId }: Shopper): Promise<Profile> {
  return deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const rest = { ...user, newEmail: null };
    // A link sent to the old address was replaced by the new one's, so an unconfirmed old address needs another.
    const needsLetter = user.newEmail !== null && user.emailConfirmedAt === null;
    await dropNewEmail(tx, user);
    if (needsLetter) await postConfirmation(deps, tx, rest);
    return toProfile(rest);
  });
}

/** The same within a transaction that has locked the person. */
export async function dropNewEmail(tx: Transaction, user: UserRow): Promise<void> {
  if (user.newEmail === null) return;
  await tx.update(users).set({ newEmail: null }).where(eq(users.id, user.id));
  await tx
    .delete(confirmationKeys)
    .where(and(eq(confirmationKeys.userId, user.id), ne(confirmationKeys.emailKey, user.emailKey)));
}
