import type { Profile } from '#contract/accounts.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, ne } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import type { Shopper } from './access-token.ts';
import { lockUser } from './lock-user.ts';
import { postConfirmation } from './post-confirmation.ts';
import { confirmationKeys, users } from './table.ts';
import { toProfile, type UserRow } from './to-user.ts';

/** Leaves the address as it is: one that waits to be confirmed is forgotten, and the link sent to it works no more. */
export async function cancelEmailChange(deps: Deps, { userId }: Shopper): Promise<Profile> {
  return deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const rest = { ...user, newEmail: null };
    // The link that the old address had waits no longer: it was replaced by the new one's.
    const needsLetter = user.newEmail !== null && user.emailConfirmedAt === null;
    await dropNewEmail(tx, user);
    if (needsLetter) await postConfirmation(deps, tx, rest);
    return toProfile(rest);
  });
}

/** The same for a person who is locked. */
export async function dropNewEmail(tx: Transaction, user: UserRow): Promise<void> {
  if (user.newEmail === null) return;
  await tx.update(users).set({ newEmail: null }).where(eq(users.id, user.id));
  await tx
    .delete(confirmationKeys)
    .where(and(eq(confirmationKeys.userId, user.id), ne(confirmationKeys.emailKey, user.emailKey)));
}
