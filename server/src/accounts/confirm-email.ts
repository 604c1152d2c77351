import { emailKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, gt } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid, NotFound } from '../errors.ts';
import { hashKey } from './keys.ts';
import { mapUniqueViolation } from './map-unique-violation.ts';
import { confirmationKeys, passwordResets, users } from './table.ts';
import { countAttempts } from './throttle.ts';
import type { UserRow } from './to-user.ts';

/**
 * Confirms the address that the key was sent to, if it is still that person's; a new address replaces the old one. A
 * key works once.
 */
export async function confirmEmail(deps: Deps, key: string, network: string): Promise<Detail> {
  const now = deps.clock.now();
  const confirmed = await mapUniqueViolation(() => deps.db.transaction((tx) => useKey(tx, key, now))).catch((error) => {
    if (!(error instanceof Invalid)) throw error;
    throw new Conflict('Another account has this email address now. Yours keeps the one it had.');
  });
  if (confirmed) return { detail: 'Your email has been confirmed.' };
  // Only bad keys are counted: a good one is never refused because of others in the same network.
  await countAttempts(deps, [{ what: 'use a key that is no good', who: network }]);
  throw new NotFound('This link has been used or is too old.');
}

async function useKey(tx: Transaction, key: string, now: Date): Promise<boolean> {
  const isKey = and(eq(confirmationKeys.hash, hashKey(key)), gt(confirmationKeys.expiresAt, now));
  // The person is locked first and then the key, here as everywhere: another order could deadlock.
  const [owner] = await tx.select({ id: confirmationKeys.userId }).from(confirmationKeys).where(isKey);
  if (!owner) return false;
  const [user] = await tx.select().from(users).where(eq(users.id, owner.id)).for('no key update');
  const [used] = await tx.delete(confirmationKeys).where(isKey).returning();
  if (!user || !used) return false;
  if (used.emailKey === user.emailKey) {
    await tx.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, user.id));
    return true;
  }
  if (user.newEmail === null || used.emailKey !== emailKey(user.newEmail)) return false;
  await replaceEmail(tx, user, user.newEmail, now);
  return true;
}

/** From now on letters go to the new address; links to set a password that went to the old one stop working. */
async function replaceEmail(tx: Transaction, { id }: UserRow, email: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ email, emailKey: emailKey(email), newEmail: null, emailConfirmedAt: now })
    .where(eq(users.id, id));
  await tx.delete(passwordResets).where(eq(passwordResets.userId, id));
}
