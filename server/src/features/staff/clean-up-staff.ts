import type { Deps } from '#server/deps.ts';
import { lt } from '#server/platform/database/drizzle.ts';
import { passkeyChallenges, staffLinks, staffSessions } from './table.ts';

/** Deletes what has expired: nothing of it could be used any more. */
export async function cleanUpStaff({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now();
  await db.delete(staffSessions).where(lt(staffSessions.expiresAt, now));
  await db.delete(staffLinks).where(lt(staffLinks.expiresAt, now));
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}
