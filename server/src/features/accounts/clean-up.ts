import type { Deps } from '#server/deps.ts';
import { and, eq, inArray, lt } from '#server/platform/database/drizzle.ts';
import { KNOWN_FOR_MS, type PlaceKind } from './log-in/known-places.ts';
import {
  confirmationKeys,
  knownPlaces,
  loginCodes,
  passwordResets,
  refreshTokens,
  sessions,
  throttles,
} from './table.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Deletes what has expired: nothing of it could be used any more. */
export async function cleanUp({ clock, db }: Deps): Promise<void> {
  const now = clock.now();
  // Sessions that another transaction is deleting are skipped: waiting for it could deadlock.
  const ended = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(lt(sessions.expiresAt, now))
    .for('update', { skipLocked: true });
  await db.delete(sessions).where(inArray(sessions.id, ended));
  // A stolen copy that turns up later than this is refused like any unknown token.
  await db.delete(refreshTokens).where(lt(refreshTokens.replacedAt, new Date(now.getTime() - 30 * DAY)));
  await db.delete(confirmationKeys).where(lt(confirmationKeys.expiresAt, now));
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
  await db.delete(loginCodes).where(lt(loginCodes.expiresAt, now));
  for (const kind of Object.keys(KNOWN_FOR_MS) as PlaceKind[]) {
    const before = new Date(now.getTime() - KNOWN_FOR_MS[kind]);
    await db.delete(knownPlaces).where(and(eq(knownPlaces.kind, kind), lt(knownPlaces.seenAt, before)));
  }
  await db.delete(throttles).where(lt(throttles.fullAt, now));
}
