import { type ChangePassword, NO_MATCH } from '#contract/accounts.ts';
import type { Detail, FieldErrors } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { and, eq, ne } from '#server/platform/database/drizzle.ts';
import { dropNewEmail } from '../email/cancel-email-change.ts';
import type { Shopper } from '../sessions/access-token.ts';
import { passwordResets, sessions, users } from '../table.ts';
import type { UserRow } from '../to-user.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './passwords.ts';
import { lockOwner, requirePassword } from './require-password.ts';

/**
 * Sets a new password if the old one is right, or a first one with a code by mail. Every other session ends, and so does what somebody with the old
 * password may have begun: links to set another, and a change of address. The owner is told by letter.
 */
export async function changePassword(deps: Deps, shopper: Shopper, form: ChangePassword): Promise<Detail> {
  const owner = await requirePassword(deps, shopper, form);
  requireGood(form, owner);
  const passwordHash = await hashPassword(form.new_password1, deps.hashCost);
  await deps.db.transaction(async (tx) => {
    const user = await lockOwner(tx, owner);
    // A first password was set with a code from the mailbox: it is the owner who did it.
    const proven = user.passwordHash === null ? deps.clock.now() : null;
    const { emailConfirmedAt, mailboxProvenAt } = user;
    await tx
      .update(users)
      .set({
        passwordHash,
        emailConfirmedAt: emailConfirmedAt ?? proven,
        mailboxProvenAt: mailboxProvenAt ?? proven,
      })
      .where(eq(users.id, user.id));
    await dropNewEmail(tx, user);
    await tx.delete(passwordResets).where(eq(passwordResets.userId, user.id));
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, shopper.sessionId)));
    await deps.mail.post(tx, { kind: 'password-changed', to: user.email, firstName: user.firstName }, user.id);
  });
  return { detail: `Your password has been ${owner.passwordHash === null ? 'set' : 'changed'}.` };
}

function requireGood(form: ChangePassword, owner: UserRow): void {
  const fields: FieldErrors = {};
  const common = checkPassword(form.new_password1, owner);
  if (common.length > 0) fields.new_password1 = common;
  if (form.new_password1 !== form.new_password2) fields.new_password2 = [NO_MATCH];
  if (Object.keys(fields).length > 0) throw new Invalid(fields);
}
