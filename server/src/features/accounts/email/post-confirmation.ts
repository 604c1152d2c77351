import { emailKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { hashKey, makeKey } from '../keys.ts';
import { confirmationKeys } from '../table.ts';
import type { UserRow } from '../to-user.ts';

const GOOD_FOR_MS = 3 * 24 * 60 * 60 * 1000;

/** Posts the letter whose link confirms an address, the new one if there is one. Its key replaces every earlier one. */
export async function postConfirmation({ clock, config, mail }: Deps, tx: Transaction, user: UserRow): Promise<void> {
  const key = makeKey();
  const to = user.newEmail ?? user.email;
  const stored = {
    hash: hashKey(key),
    emailKey: emailKey(to),
    expiresAt: new Date(clock.now().getTime() + GOOD_FOR_MS),
  };
  await tx
    .insert(confirmationKeys)
    .values({ userId: user.id, ...stored })
    .onConflictDoUpdate({ target: confirmationKeys.userId, set: stored });
  const link = `${config.publicUrl}/account-confirm-email?q=${key}`;
  const kind = user.newEmail === null ? 'confirm-email' : 'confirm-new-email';
  await mail.post(tx, { kind, to, firstName: user.firstName, link }, user.id);
}
