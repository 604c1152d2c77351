import type { ChangeEmail, Profile } from '#contract/accounts.ts';
import { emailKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { TAKEN } from '../map-unique-violation.ts';
import { lockOwner, requirePassword } from '../passwords/require-password.ts';
import type { Shopper } from '../sessions/access-token.ts';
import { users } from '../table.ts';
import { type Attempt, countAttempts } from '../throttle.ts';
import { toProfile, type UserRow } from '../to-user.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { isAddressKnown } from './is-address-known.ts';
import { mailboxOf } from './mailbox-of.ts';
import { postConfirmation } from './post-confirmation.ts';

/**
 * Requests a change of address. The old one gets a letter about it and stays in force until the link sent to the new
 * one is followed. Requesting the present address cancels a change that is not confirmed yet.
 */
export async function changeEmail(deps: Deps, shopper: Shopper, form: ChangeEmail, network: string): Promise<Profile> {
  const owner = await requirePassword(deps, shopper, form);
  if (emailKey(form.email) === owner.emailKey) return cancelEmailChange(deps, shopper);
  if (await isAddressKnown(deps, form.email, network)) throw new Invalid({ email: [TAKEN.email] });
  await countLetters(deps, owner, form.email);
  return deps.db.transaction(async (tx) => {
    const { id, email, firstName, passwordHash } = await lockOwner(tx, owner);
    const [row] = await tx.update(users).set({ newEmail: form.email }).where(eq(users.id, id)).returning();
    await postConfirmation(deps, tx, row as UserRow);
    const hasPassword = passwordHash !== null;
    await deps.mail.post(tx, { kind: 'email-change-asked', to: email, firstName, hasPassword }, id);
    return toProfile(row as UserRow);
  });
}

/** Either address may be a stranger's: the old one may never have been confirmed. So letters to both are limited. */
async function countLetters(deps: Deps, owner: UserRow, email: string): Promise<void> {
  const letters: Attempt[] = [{ what: 'be asked to confirm a new address', who: mailboxOf(email) }];
  if (!owner.emailConfirmedAt)
    letters.push({ what: 'hear of a change at an address never confirmed', who: mailboxOf(owner.email) });
  await countAttempts(deps, [{ what: 'ask for another address', who: String(owner.id) }, ...letters]);
}
