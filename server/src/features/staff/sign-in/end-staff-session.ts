import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { staffSessions } from '../table.ts';

/** Signs one device of a member of staff out; false if there is no such session. */
export async function endStaffSession(
  db: Database | Transaction,
  staffId: number,
  sessionId: string,
): Promise<boolean> {
  const ended = await db
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.staffId, staffId)))
    .returning({ id: staffSessions.id });
  return ended.length > 0;
}
