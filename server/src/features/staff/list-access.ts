import type { OwnAccess } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { and, desc, eq, gt, isNull, sql } from '#server/platform/database/drizzle.ts';
import type { Colleague } from './find-colleague.ts';
import { toDevice } from './list-staff.ts';
import { passkeys, recoveryCodes, staffSessions } from './table.ts';

/** Every way in that somebody has: the open sessions, the passkeys, and how many recovery codes are left. */
export async function listAccess({ clock, db }: Deps, { id, sessionId }: Colleague): Promise<OwnAccess> {
  const sessions = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.staffId, id), gt(staffSessions.expiresAt, clock.now())))
    .orderBy(desc(staffSessions.usedAt), staffSessions.id);
  const own = await db.select().from(passkeys).where(eq(passkeys.staffId, id)).orderBy(passkeys.createdAt, passkeys.id);
  const [left] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.staffId, id), isNull(recoveryCodes.usedAt)));
  return {
    devices: sessions.map((session) => toDevice(session, sessionId)),
    passkeys: own.map(({ id: passkeyId, device, isBackedUp, createdAt, usedAt }) => ({
      id: passkeyId,
      device,
      is_backed_up: isBackedUp,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    })),
    recovery_codes: left?.count ?? 0,
  };
}
