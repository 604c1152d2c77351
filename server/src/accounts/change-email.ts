import type { ChangeEmail, Profile } from '#contract/accounts.ts';
import { emailKey } from '#contract/email-address.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import type { Shopper } from './access-token.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { mailboxOf } from './mailbox-of.ts';
import { TAKEN } from './map-unique-violation.ts';
import { postConfirmation } from './post-confirmation.ts';
import { lockOwner, requirePassword } from './require-password.ts';
import { users } from './table.ts';
import { type Attempt, countAttempts, forgiveAttempts } from './throttle.ts';
import { toProfile, type UserRow } from './to-user.ts';

/**
 * Asks for another address. The old one stays in force, and is told of it, until the link sent to the new one is followed.
 * Asking for the address one has gives a change that waits up.
 */
export async function changeEmail(deps: Deps, shopper: Shopper, form: ChangeEmail, network: string): Promise<Profile> {
  const owner = await requirePassword(deps, shopper, form.password);
  if (emailKey(form.email) === owner.emailKey) return cancelEmailChange(deps, shopper);
  await requireFree(deps, form.email, network);
  await countLetters(deps, owner, form.email);
  return deps.db.transaction(async (tx) => {
    const { id, email, firstName } = await lockOwner(tx, owner);
    const [row] = await tx.update(users).set({ newEmail: form.email }).where(eq(users.id, id)).returning();
    await postConfirmation(deps, tx, row as UserRow);
    await deps.mail.post(tx, { kind: 'email-change-asked', to: email, firstName }, id);
    return toProfile(row as UserRow);
  });
}

/** As at registering: counted before it is looked up, known or not, or the counter would tell them apart. */
async function requireFree(deps: Deps, email: string, network: string): Promise<void> {
  const learning: Attempt[] = [{ what: 'learn that an address is known', who: network }];
  await countAttempts(deps, learning);
  const [known] = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (known) throw new Invalid({ email: [TAKEN.email] });
  await forgiveAttempts(deps, learning);
}

/** Neither address need be theirs: the old one may never have been confirmed. */
async function countLetters(deps: Deps, owner: UserRow, email: string): Promise<void> {
  const letters: Attempt[] = [{ what: 'be asked to confirm a new address', who: mailboxOf(email) }];
  if (!owner.emailConfirmedAt)
    letters.push({ what: 'hear of a change at an address never confirmed', who: mailboxOf(owner.email) });
  await countAttempts(deps, [{ what: 'ask for another address', who: String(owner.id) }, ...letters]);
}
