import type { Deps } from '#server/deps.ts';
import { hashKey, makeKey } from '#server/features/accounts/keys.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNull } from '#server/platform/database/drizzle.ts';
import { type StaffSessionRow, staff, staffSessions } from '../table.ts';

const HOUR = 60 * 60 * 1000;
/** A tablet that nobody has used for so long asks again who is there. */
const IDLE_MS = 12 * HOUR;

export const staffExpiry = (now: Date): Date => new Date(now.getTime() + IDLE_MS);

type Visit = { device: string; openedBy: StaffSessionRow['openedBy'] };

/** Signs a member of staff in; returns the secret of the cookie. Always a new one: a known secret is never taken over. */
export async function startStaffSession(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  staffId: number,
  { device, openedBy }: Visit,
): Promise<string> {
  const now = clock.now();
  const secret = makeKey();
  await tx.insert(staffSessions).values({
    hash: hashKey(secret),
    staffId,
    device,
    openedBy,
    startedAt: now,
    usedAt: now,
    expiresAt: staffExpiry(now),
    confirmedAt: openedBy === 'passkey' ? now : null,
  });
  await tx
    .update(staff)
    .set({ joinedAt: now })
    .where(and(eq(staff.id, staffId), isNull(staff.joinedAt)));
  return secret;
}
