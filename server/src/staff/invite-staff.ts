import type { Role } from '#contract/roles.ts';
import { hashKey, makeKey } from '../accounts/keys.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { Conflict } from '../errors.ts';
import { staff, staffLinks } from './table.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Somebody may be on holiday when the invitation comes. */
const INVITATION_MS = 7 * DAY;

export type NewStaff = { name: string; email: string; roles: Role[] };
type By = { at: Date; invitedById?: number };

/** Makes a member of staff of somebody who has not joined yet; returns the key of the invitation. Invited again, the old one ends. */
export async function inviteStaff(
  tx: Transaction,
  { name, email, roles }: NewStaff,
  { at, invitedById }: By,
): Promise<{ staffId: number; key: string }> {
  const emailKey = email.toLowerCase();
  const [known] = await tx.select().from(staff).where(eq(staff.emailKey, emailKey)).for('update');
  if (known?.joinedAt) throw new Conflict(`${known.email} works here already.`);
  const values = { name, email, emailKey, roles, invitedAt: at, invitedById: invitedById ?? null, disabledAt: null };
  const [member] = await tx
    .insert(staff)
    .values(values)
    .onConflictDoUpdate({ target: staff.emailKey, set: values })
    .returning({ id: staff.id });
  const staffId = (member as { id: number }).id;
  await tx.delete(staffLinks).where(eq(staffLinks.staffId, staffId));
  const key = makeKey();
  const expiresAt = new Date(at.getTime() + INVITATION_MS);
  await tx.insert(staffLinks).values({ hash: hashKey(key), staffId, kind: 'invitation', expiresAt });
  return { staffId, key };
}
