import { lt } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { confirmationKeys, passwordResets, sessions, throttles } from './table.ts';

/** Forgets what has run out: nothing of it could be used any more. */
export async function cleanUp({ clock, db }: Deps): Promise<void> {
  const now = clock.now();
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  await db.delete(confirmationKeys).where(lt(confirmationKeys.expiresAt, now));
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now));
  await db.delete(throttles).where(lt(throttles.fullAt, now));
}
