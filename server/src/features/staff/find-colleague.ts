import { LRUCache } from 'lru-cache';
import type { Role } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { hashKey } from '#server/features/accounts/keys.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { and, eq, gt, isNull, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { workForColleague } from '#server/platform/http/limits/senders.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { type DoneBy, onCommandLine } from './done-by.ts';
import { staffExpiry } from './sign-in/start-staff-session.ts';
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
  /** Who does it, where it is nobody of the staff. */
  by?: DoneBy;
};

/**
 * Whoever runs a command on the machine of the shop: may all that an owner may, since the database is at hand there anyway. No row of
 * staff has this id, so there are no devices, passkeys or runs of one's own.
 */
export const toOperator = (user: string, now: Date): Colleague => ({
  id: 0,
  name: user,
  email: '',
  roles: ['owner'],
  sessionId: '',
  openedBy: 'passkey',
  confirmedAt: now,
  by: onCommandLine(user),
});

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

/** Sessions that were open a moment ago: their requests need not wait behind strangers to be found open again. */
const lastOpen = memoizeFor((_db: Database) => new LRUCache<string, number>({ max: 500 }));

/** From now on it is worked on in the turn of the colleague whose session this was a moment ago, if it was one. Asks no database. */
export function workForKnownColleague({ db }: Pick<Deps, 'db'>, secret: string): void {
  const known = lastOpen(db).get(toPlace(hashKey(secret)));
  if (known !== undefined) workForColleague(known);
}

const toPlace = (hash: Buffer): string => hash.toString('base64');

/** Whose session the secret of a cookie opens; undefined if it has ended, or its owner no longer works here. */
export async function findColleague({ clock, db }: Pick<Deps, 'clock' | 'db'>, secret: string) {
  const now = clock.now();
  const hash = hashKey(secret);
  const known = lastOpen(db);
  const place = toPlace(hash);
  const before = known.get(place);
  if (before !== undefined) workForColleague(before);
  const [found] = await colleagues(db).execute({ hash, now });
  if (!found) {
    known.delete(place);
    return undefined;
  }
  known.set(place, found.id);
  workForColleague(found.id);
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
