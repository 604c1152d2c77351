import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { hashKey, makeKey } from './keys.ts';
import { confirmationKeys } from './table.ts';
import type { UserRow } from './to-user.ts';

const GOOD_FOR_MS = 3 * 24 * 60 * 60 * 1000;

/** Writes the letter whose link confirms an address. Its key replaces every earlier one. */
export async function postConfirmation({ clock, config, mail }: Deps, tx: Transaction, user: UserRow): Promise<void> {
  const key = makeKey();
  const kept = {
    hash: hashKey(key),
    emailKey: user.emailKey,
    expiresAt: new Date(clock.now().getTime() + GOOD_FOR_MS),
  };
  await tx
    .insert(confirmationKeys)
    .values({ userId: user.id, ...kept })
    .onConflictDoUpdate({ target: confirmationKeys.userId, set: kept });
  const link = `${config.publicUrl}/account-confirm-email?q=${key}`;
  await mail.post(tx, { kind: 'confirm-email', to: user.email, firstName: user.firstName, link }, user.id);
}
