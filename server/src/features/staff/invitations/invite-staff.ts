import { emailKey } from '#contract/email-address.ts';
import type { Role } from '#contract/roles.ts';
import { Conflict } from '#server/errors.ts';
import { hashKey, makeKey } from '#server/features/accounts/keys.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { staff, staffLinks } from '../table.ts';

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
  const key = emailKey(email);
  const [known] = await tx.select().from(staff).where(eq(staff.emailKey, key)).for('update');
  if (known?.joinedAt && !known.disabledAt) throw new Conflict(`${known.email} works here already.`);
  // Somebody who comes back begins anew, as the same person in the history.
  const again = {
    name,
    email,
    roles,
    invitedAt: at,
    invitedById: invitedById ?? null,
    joinedAt: null,
    disabledAt: null,
  };
  const [member] = await tx
    .insert(staff)
    .values({ ...again, emailKey: key })
    .onConflictDoUpdate({ target: staff.emailKey, set: again })
    .returning({ id: staff.id });
  const staffId = (member as { id: number }).id;
  await tx.delete(staffLinks).where(eq(staffLinks.staffId, staffId));
  const secret = makeKey();
  const expiresAt = new Date(at.getTime() + INVITATION_MS);
  await tx.insert(staffLinks).values({ hash: hashKey(secret), staffId, kind: 'invitation', expiresAt });
  return { staffId, key: secret };
}
