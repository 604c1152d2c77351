import { may } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { doneNow } from '../done-by.ts';
import type { Colleague } from '../find-colleague.ts';
import { staffSessions } from '../table.ts';
import { writeDeskLog } from '../write-desk-log.ts';
import { endStaffSession } from './end-staff-session.ts';

/** Signs a device out: one's own, or as an owner anybody's. Others' are not found. */
export async function endDevice({ clock, db }: Deps, colleague: Colleague, sessionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [session] = await tx.select().from(staffSessions).where(eq(staffSessions.id, sessionId));
    const isOwn = session?.staffId === colleague.id;
    if (!session || !(isOwn || may(colleague.roles, 'edit staff'))) throw new NotFound();
    if (!(await endStaffSession(tx, session.staffId, session.id))) throw new NotFound();
    const subjectId = session.staffId;
    await writeDeskLog(tx, doneNow({ clock }, colleague), 'sign out device', subjectId);
  });
}
