import { NO_MATCH, type PasswordReset, ResetPassword } from '#contract/accounts.ts';
import type { FieldErrors } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { and, eq, gt } from '#server/platform/database/drizzle.ts';
import { toFields } from '#server/platform/http/to-fields.ts';
import { proveMailbox } from '../email/prove-mailbox.ts';
import { hashKey } from '../keys.ts';
import { lockUser } from '../lock-user.ts';
import { rememberPlace } from '../log-in/known-places.ts';
import type { PersonalDataSource } from '../own-data/personal-data.ts';
import { confirmationKeys, passwordResets, sessions, users } from '../table.ts';
import { countAttempts } from '../throttle.ts';
import type { UserRow } from '../to-user.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './passwords.ts';
import { toUid } from './post-password-reset.ts';

type Link = { uid: string; token: string };

const OLD_LINK = { token: ['This link has been used or is too old. Please ask for a new one.'] };

/**
 * Sets a new password with the link from a letter, once; every session ends, and the owner is told by letter. The place
 * where it was done is known from then on. Strangers must not be able to block this way in, so only bad links count by
 * network.
 */
export async function resetPassword(
  deps: Deps,
  sources: PersonalDataSource[],
  link: Link,
  body: unknown,
  network: string,
): Promise<PasswordReset> {
  const owner = await findOwner(deps, link);
  await countAttempts(deps, [
    owner
      ? { what: 'set a password by letter', who: String(owner.id) }
      : { what: 'use a key that is no good', who: network },
  ]);
  const { data, error } = ResetPassword.safeParse(body);
  const fields: FieldErrors = error ? toFields(error.issues) : {};
  if (!owner) Object.assign(fields, OLD_LINK);
  if (data) Object.assign(fields, checkForm(data, link, owner));
  if (!data || !owner || Object.keys(fields).length > 0) throw new Invalid(fields);

  const passwordHash = await hashPassword(data.new_password1, deps.hashCost);
  const mark = await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    const used = await tx
      .delete(passwordResets)
      .where(isLink(deps, user.id, link))
      .returning();
    if (used.length === 0) throw new Invalid(OLD_LINK);
    // The link was sent to the address, so using it confirms the address.
    const { firstName } = await proveMailbox(deps, tx, sources, user, { network, mark: data.device_mark });
    const emailConfirmedAt = user.emailConfirmedAt ?? deps.clock.now();
    // A change of address may have been requested by somebody who knew the old password.
    const changed = { passwordHash, emailConfirmedAt, newEmail: null };
    await tx.update(users).set(changed).where(eq(users.id, user.id));
    await tx.delete(confirmationKeys).where(eq(confirmationKeys.userId, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await deps.mail.post(tx, { kind: 'password-changed', to: user.email, firstName }, user.id);
    return rememberPlace(deps, tx, user.id, { network, mark: data.device_mark });
  });
  return { detail: 'Password has been reset successfully.', device_mark: mark };
}

function checkForm(form: ResetPassword, link: Link, owner: UserRow | undefined): FieldErrors {
  const fields: FieldErrors = {};
  const common = checkPassword(form.new_password1, { email: owner?.email, username: owner?.username });
  if (common.length > 0) fields.new_password1 = common;
  if (form.new_password1 !== form.new_password2) fields.new_password2 = [NO_MATCH];
  if ((form.uid ?? link.uid) !== link.uid) fields.uid = ['This is not the uid of the link.'];
  if ((form.token ?? link.token) !== link.token) fields.token = ['This is not the token of the link.'];
  return fields;
}

const isLink = ({ clock }: Deps, userId: number, { token }: Link) =>
  and(
    eq(passwordResets.userId, userId),
    eq(passwordResets.hash, hashKey(token)),
    gt(passwordResets.expiresAt, clock.now()),
  );

async function findOwner(deps: Deps, link: Link): Promise<UserRow | undefined> {
  const userId = Number(Buffer.from(link.uid, 'base64url').toString());
  if (!Number.isInteger(userId) || userId < 1 || userId > 2_147_483_647 || toUid(userId) !== link.uid) return undefined;
  const [found] = await deps.db
    .select({ user: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isLink(deps, userId, link));
  return found?.user;
}
