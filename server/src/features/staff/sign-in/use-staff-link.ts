import type { Deps } from '#server/deps.ts';
import { NotAllowed, NotFound } from '#server/errors.ts';
import { hashKey } from '#server/features/accounts/keys.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { and, eq, gt, isNull } from '#server/platform/database/drizzle.ts';
import { lockMember } from '../lock-member.ts';
import { staffLinks } from '../table.ts';
import { openSession, type SignedIn, welcome } from './open-session.ts';
import type { Visit } from './visit.ts';

/** Signs in with a link from a letter: once, and only in the browser that asked for it. */
export async function useStaffLink(deps: Deps, key: string, visit: Visit): Promise<SignedIn> {
  const now = deps.clock.now();
  const isGood = and(
    eq(staffLinks.hash, hashKey(key)),
    eq(staffLinks.kind, 'sign in'),
    isNull(staffLinks.usedAt),
    gt(staffLinks.expiresAt, now),
  );
  const [link] = await deps.db.select().from(staffLinks).where(isGood);
  if (!link) {
    await countAttempts(deps, [{ what: 'use a key that is no good', who: visit.network }]);
    throw new NotFound('This link has been used or is too old. Ask for another one.');
  }
  if (!link.browserHash?.equals(visit.browser.hash))
    throw new NotAllowed('This link opens the desk only in the browser that asked for it. Ask for another one here.');
  const secret = await deps.db.transaction(async (tx) => {
    await lockMember(tx, link.staffId);
    const used = await tx.update(staffLinks).set({ usedAt: now }).where(isGood).returning();
    if (used.length === 0) throw new NotFound('This link has been used. Ask for another one.');
    return openSession(deps, tx, link.staffId, visit, 'link');
  });
  return welcome(deps, secret);
}
