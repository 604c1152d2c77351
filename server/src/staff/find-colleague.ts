import type { Role } from '#contract/roles.ts';
import { hashKey } from '../accounts/keys.ts';
import { and, eq, gt, isNull, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { Deps } from '../deps.ts';
import { staffExpiry } from './start-staff-session.ts';
import { type StaffSessionRow, staff, staffSessions } from './table.ts';

/** Whoever works at the desk, and in which session. */
export type Colleague = {
  id: number;
  name: string;
  email: string;
  roles: Role[];
  sessionId: string;
  openedBy: StaffSessionRow['openedBy'];
  confirmedAt: Date | null;
};

/** Its use is written down at most this often. */
const TOUCH_MS = 60_000;

/** Run for every request of the desk, so the statement is built once. */
const colleagues = preparedFor((db) =>
  db
    .select({
      id: staff.id,
      name: staff.name,
      email: staff.email,
      roles: staff.roles,
      sessionId: staffSessions.id,
      openedBy: staffSessions.openedBy,
      confirmedAt: staffSessions.confirmedAt,
      usedAt: staffSessions.usedAt,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.hash, sql.placeholder('hash')),
        gt(staffSessions.expiresAt, sql.placeholder('now')),
        isNull(staff.disabledAt),
      ),
    )
    .prepare('colleague'),
);

/** Whose session the secret of a cookie opens; undefined if it has ended, or its owner no longer works here. */
export async function findColleague({ clock, db }: Pick<Deps, 'clock' | 'db'>, secret: string) {
  const now = clock.now();
  const [found] = await colleagues(db).execute({ hash: hashKey(secret), now });
  if (!found) return undefined;
  const { usedAt, ...colleague } = found;
  if (now.getTime() - usedAt.getTime() > TOUCH_MS) {
    await db
      .update(staffSessions)
      .set({ usedAt: now, expiresAt: staffExpiry(now) })
      .where(eq(staffSessions.id, colleague.sessionId));
  }
  return colleague satisfies Colleague as Colleague;
}

/** Whether a session that was open a while ago still is. */
export async function isSessionOpen({ clock, db }: Pick<Deps, 'clock' | 'db'>, sessionId: string): Promise<boolean> {
  const [open] = await db
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(eq(staffSessions.id, sessionId), gt(staffSessions.expiresAt, clock.now()), isNull(staff.disabledAt)));
  return open !== undefined;
}
