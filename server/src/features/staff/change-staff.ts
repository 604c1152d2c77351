import type { Role } from '#contract/roles.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, or, sql } from '#server/platform/database/drizzle.ts';
import type { DoneNow } from './done-by.ts';
import {
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  type StaffRow,
  staff,
  staffLinks,
  staffPlaces,
  staffSessions,
} from './table.ts';
import { writeDeskLog } from './write-desk-log.ts';

/** Gives a member of staff other roles; they hold from the next request on. */
export async function changeRoles(tx: Transaction, staffId: number, roles: Role[], by: DoneNow): Promise<void> {
  const { member, isLastOwner } = await lockWithOwners(tx, staffId);
  if (by.staffId === staffId) throw new Conflict('Your own roles are changed by another owner.');
  if (member.disabledAt) throw new Conflict(`${member.name} does not work here any more.`);
  if (isLastOwner && !roles.includes('owner')) throw new Conflict('Somebody has to be the owner.');
  if (member.roles.toSorted().join() === roles.toSorted().join()) return;
  await tx.update(staff).set({ roles }).where(eq(staff.id, staffId));
  const details = { before: member.roles, after: roles };
  await writeDeskLog(tx, by, 'change roles of staff', staffId, details);
}

/**
 * Ends every way in for somebody, at once. The person stays in the history, and may be invited again. An invitation that nobody
 * has taken up is taken back in the same way. False if there was nothing to end.
 */
export async function disableStaff(tx: Transaction, staffId: number, by: DoneNow): Promise<boolean> {
  const { member, isLastOwner } = await lockWithOwners(tx, staffId);
  if (by.staffId === staffId) throw new Conflict('Another owner has to do that.');
  if (isLastOwner) throw new Conflict('Somebody has to be the owner.');
  if (member.disabledAt) return false;
  await tx.update(staff).set({ disabledAt: by.at }).where(eq(staff.id, staffId));
  await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
  await tx.delete(passkeys).where(eq(passkeys.staffId, staffId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId));
  await tx.delete(staffLinks).where(eq(staffLinks.staffId, staffId));
  await tx.delete(staffPlaces).where(eq(staffPlaces.staffId, staffId));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.staffId, staffId));
  await writeDeskLog(tx, by, 'disable staff', staffId);
  return true;
}

/** Locks the member and all owners, in the order of their ids: two owners cannot remove each other at the same moment. */
async function lockWithOwners(tx: Transaction, staffId: number): Promise<{ member: StaffRow; isLastOwner: boolean }> {
  const rows = await tx
    .select()
    .from(staff)
    .where(or(eq(staff.id, staffId), sql`'owner' = any(${staff.roles})`))
    .orderBy(staff.id)
    .for('no key update');
  const member = rows.find(({ id }) => id === staffId);
  if (!member) throw new NotFound();
  const owners = rows.filter(({ roles, joinedAt, disabledAt }) => roles.includes('owner') && joinedAt && !disabledAt);
  return { member, isLastOwner: owners.length === 1 && owners[0]?.id === staffId };
}
