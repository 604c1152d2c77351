import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { hashKey, makeKey } from './keys.ts';
import { passwordResets, users } from './table.ts';

const GOOD_FOR_MS = 60 * 60 * 1000;

/** Writes the letter whose link sets a new password, if the address has an account. Its key replaces every earlier one. */
export async function postPasswordReset({ clock, config, db, mail }: Deps, emailKey: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.emailKey, emailKey)).for('no key update');
    if (!user) return;
    const token = makeKey();
    const kept = { hash: hashKey(token), expiresAt: new Date(clock.now().getTime() + GOOD_FOR_MS) };
    await tx
      .insert(passwordResets)
      .values({ userId: user.id, ...kept })
      .onConflictDoUpdate({ target: passwordResets.userId, set: kept });
    const link = `${config.publicUrl}/password/reset/confirm/${toUid(user.id)}/${token}`;
    await mail.post(tx, { kind: 'reset-password', to: user.email, firstName: user.firstName, link }, user.id);
  });
}

/** A person's id as it stands in the link. */
export const toUid = (userId: number): string => Buffer.from(String(userId)).toString('base64url');
