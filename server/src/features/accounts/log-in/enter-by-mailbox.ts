import type { SignedIn } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { and, eq, isNotNull, type SQL } from '#server/platform/database/drizzle.ts';
import { proveMailbox } from '../email/prove-mailbox.ts';
import type { PersonalDataSource } from '../own-data/personal-data.ts';
import { startSession } from '../sessions/start-session.ts';
import { loginCodes, users } from '../table.ts';
import { toUser } from '../to-user.ts';
import { rememberPlace } from './known-places.ts';
import { isInTime } from './login-codes.ts';

export type Visit = { network: string; device: string };
type Form = { remember: boolean; device_mark?: string | undefined };

/**
 * Signs in the owner of a code that was posted and is still good, and ends all of their codes. Undefined if there is none:
 * it was used at the same moment, perhaps.
 */
export async function enterByMailbox(
  deps: Deps,
  sources: PersonalDataSource[],
  isCode: SQL,
  { remember, device_mark }: Form,
  { network, device }: Visit,
): Promise<SignedIn | undefined> {
  const place = { network, mark: device_mark };
  const isPosted = and(isCode, isNotNull(loginCodes.userId), isInTime(deps));
  return deps.db.transaction(async (tx) => {
    // The person is locked first and then the code, here as everywhere: another order could deadlock.
    const [owner] = await tx.select({ id: loginCodes.userId }).from(loginCodes).where(isPosted);
    if (!owner?.id) return undefined;
    const [user] = await tx.select().from(users).where(eq(users.id, owner.id)).for('no key update');
    const used = await tx.delete(loginCodes).where(isPosted).returning();
    if (!user || used.length === 0) return undefined;
    await tx.delete(loginCodes).where(eq(loginCodes.userId, user.id));
    const proven = await proveMailbox(deps, tx, sources, user, place);
    if (user.passwordHash !== null && proven.passwordHash === null)
      await deps.mail.post(tx, { kind: 'password-removed', to: proven.email, firstName: proven.firstName }, user.id);
    const tokens = await startSession(deps, tx, user.id, { remember, device });
    const mark = await rememberPlace(deps, tx, user.id, place);
    return { ...tokens, user: toUser(proven), device_mark: mark };
  });
}
