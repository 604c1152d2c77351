import { emailKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid, NotFound } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gt } from '#server/platform/database/drizzle.ts';
import { hashKey } from '../keys.ts';
import { mapUniqueViolation } from '../map-unique-violation.ts';
import { confirmationKeys, loginCodes, passwordResets, users } from '../table.ts';
import { countAttempts } from '../throttle.ts';
import type { UserRow } from '../to-user.ts';

/** Who opens the link: in a browser that is signed in, as whom. */
type Opener = { network: string; userId: number | undefined };

/**
 * Confirms the address that the key was sent to, if it is still that person's; a new address replaces the old one. A
 * key works once. Somebody who registered and reads the mailbox is its owner; a link that is opened anywhere else says
 * nothing of who registered.
 */
export async function confirmEmail(deps: Deps, key: string, { network, userId }: Opener): Promise<Detail> {
  const now = deps.clock.now();
  const confirmed = await mapUniqueViolation(() => deps.db.transaction((tx) => useKey(tx, key, now, userId))).catch(
    (error) => {
      if (!(error instanceof Invalid)) throw error;
      throw new Conflict('Another account has this email address now. Yours keeps the one it had.');
    },
  );
  if (confirmed) return { detail: 'Your email has been confirmed.' };
  // Only bad keys are counted: a good one is never refused because of others in the same network.
  await countAttempts(deps, [{ what: 'use a key that is no good', who: network }]);
  throw new NotFound('This link has been used or is too old.');
}

async function useKey(tx: Transaction, key: string, now: Date, openedBy: number | undefined): Promise<boolean> {
  const isKey = and(eq(confirmationKeys.hash, hashKey(key)), gt(confirmationKeys.expiresAt, now));
  // The person is locked first and then the key, here as everywhere: another order could deadlock.
  const [owner] = await tx.select({ id: confirmationKeys.userId }).from(confirmationKeys).where(isKey);
  if (!owner) return false;
  const [user] = await tx.select().from(users).where(eq(users.id, owner.id)).for('no key update');
  const [used] = await tx.delete(confirmationKeys).where(isKey).returning();
  if (!user || !used) return false;
  if (used.emailKey === user.emailKey) {
    const mailboxProvenAt = user.mailboxProvenAt ?? (openedBy === user.id ? now : null);
    await tx.update(users).set({ emailConfirmedAt: now, mailboxProvenAt }).where(eq(users.id, user.id));
    return true;
  }
  if (user.newEmail === null || used.emailKey !== emailKey(user.newEmail)) return false;
  await replaceEmail(tx, user, user.newEmail, { now, isProven: openedBy === user.id });
  return true;
}

/** From now on letters go to the new address; links and codes that went to the old one stop working. */
async function replaceEmail(
  tx: Transaction,
  { id }: UserRow,
  email: string,
  { now, isProven }: { now: Date; isProven: boolean },
): Promise<void> {
  await tx
    .update(users)
    .set({
      email,
      emailKey: emailKey(email),
      newEmail: null,
      emailConfirmedAt: now,
      mailboxProvenAt: isProven ? now : null,
    })
    .where(eq(users.id, id));
  await tx.delete(passwordResets).where(eq(passwordResets.userId, id));
  await tx.delete(loginCodes).where(eq(loginCodes.userId, id));
}
