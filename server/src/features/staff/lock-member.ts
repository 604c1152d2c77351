import { NotAllowed } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNull } from '#server/platform/database/drizzle.ts';
import { type StaffRow, staff } from './table.ts';

/**
 * Locks a member of staff who works here: whoever is disabled at the same moment gets no session that outlives it. Whatever
 * changes how somebody gets in does this first.
 */
export async function lockMember(tx: Transaction, staffId: number): Promise<StaffRow> {
  const [member] = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.id, staffId), isNull(staff.disabledAt)))
    .for('no key update');
  if (!member) throw new NotAllowed('You do not work here any more.');
  return member;
}
