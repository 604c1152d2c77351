import type { DeskDevice, StaffList, StaffMember } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { desc, eq, gt, isNotNull, isNull, or } from '#server/platform/database/drizzle.ts';
import { findLatestRestore } from '#server/platform/installation/standby.ts';
import { passkeys, type StaffRow, type StaffSessionRow, staff, staffLinks, staffSessions } from './table.ts';

type Found = StaffRow & { invitedUntil: Date | null; passkeyCount: number; isFromBackup: boolean };

/**
 * Everybody who works here, is invited, or worked here once, in the order in which they were invited; `sessionId` is the session of
 * whoever asks. An invitation that was taken back is not shown.
 */
export async function listStaff({ clock, db }: Pick<Deps, 'clock' | 'db'>, sessionId?: string): Promise<StaffList> {
  const now = clock.now();
  const members = await db
    .select()
    .from(staff)
    .where(or(isNotNull(staff.joinedAt), isNull(staff.disabledAt)))
    .orderBy(staff.id);
  const restored = await findLatestRestore(db);
  const invitations = await db.select().from(staffLinks).where(eq(staffLinks.kind, 'invitation'));
  const keys = await db.select({ staffId: passkeys.staffId }).from(passkeys);
  const open = await db
    .select()
    .from(staffSessions)
    .where(gt(staffSessions.expiresAt, now))
    .orderBy(desc(staffSessions.usedAt), staffSessions.id);
  return {
    staff: members.map((member) => {
      const isTheirs = ({ staffId }: { staffId: number }) => staffId === member.id;
      const invitedUntil = invitations.find(isTheirs)?.expiresAt ?? null;
      const isFromBackup = restored !== undefined && member.invitedAt <= restored.restoredAt;
      const found = { ...member, invitedUntil, isFromBackup, passkeyCount: keys.filter(isTheirs).length };
      return toMember(found, open.filter(isTheirs), sessionId);
    }),
  };
}

function toMember(found: Found, sessions: StaffSessionRow[], sessionId: string | undefined): StaffMember {
  const { id, name, email, roles, invitedUntil, passkeyCount } = found;
  return {
    id,
    name,
    email,
    roles,
    state: stateOf(found),
    invited_until: invitedUntil?.toISOString() ?? null,
    last_used_at: sessions[0]?.usedAt.toISOString() ?? null,
    passkeys: passkeyCount,
    devices: sessions.map((session) => toDevice(session, sessionId)),
  };
}

function stateOf({ joinedAt, disabledAt, invitedUntil, isFromBackup }: Found): StaffMember['state'] {
  if (disabledAt) return 'disabled';
  if (joinedAt) return 'joined';
  return isFromBackup && !invitedUntil ? 'to confirm' : 'invited';
}

export const toDevice = (
  { id, staffId, device, openedBy, startedAt, usedAt }: StaffSessionRow,
  sessionId: string | undefined,
): DeskDevice => ({
  id,
  staff_id: staffId,
  device,
  opened_by: openedBy,
  started_at: startedAt.toISOString(),
  used_at: usedAt.toISOString(),
  is_this: id === sessionId,
});

/** The member of staff with this address, by its key. */
export async function findByEmail({ db }: Pick<Deps, 'db'>, emailKey: string): Promise<StaffRow | undefined> {
  const [found] = await db.select().from(staff).where(eq(staff.emailKey, emailKey));
  return found;
}
