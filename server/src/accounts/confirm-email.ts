import type { Detail } from '#contract/errors.ts';
import { and, eq, gt } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { hashKey } from './keys.ts';
import { confirmationKeys, users } from './table.ts';
import { countAttempts } from './throttle.ts';

/** Confirms the address that the key was sent to, if it is still that person's. A key works once. */
export async function confirmEmail(deps: Deps, key: string, network: string): Promise<Detail> {
  await countAttempts(deps, [{ what: 'use a key from a letter', who: network }]);
  const now = deps.clock.now();
  const confirmed = await deps.db.transaction(async (tx) => {
    const isKey = and(eq(confirmationKeys.hash, hashKey(key)), gt(confirmationKeys.expiresAt, now));
    // The person first and then the key, as everyone does who needs both: nobody waits in a ring.
    const [owner] = await tx.select({ id: confirmationKeys.userId }).from(confirmationKeys).where(isKey);
    if (!owner) return [];
    await tx.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for('update');
    const [used] = await tx.delete(confirmationKeys).where(isKey).returning();
    if (!used) return [];
    return tx
      .update(users)
      .set({ emailConfirmedAt: now })
      .where(and(eq(users.id, used.userId), eq(users.emailKey, used.emailKey)))
      .returning({ id: users.id });
  });
  if (confirmed.length === 0) throw new NotFound('This link has been used or is too old.');
  return { detail: 'Your email has been confirmed.' };
}
