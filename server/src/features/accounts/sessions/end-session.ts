import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { and, eq, ne } from '#server/platform/database/drizzle.ts';
import { lockUser } from '../lock-user.ts';
import { sessions } from '../table.ts';
import type { Shopper } from './access-token.ts';

/** Signs a device of one's own out at once, this one too; somebody else's session is not found. */
export async function endSession({ db }: Deps, { userId }: Shopper, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new NotFound();
}

/** Signs out every device but the one that sends the request. */
export async function endOtherSessions({ db }: Deps, { userId, sessionId }: Shopper): Promise<void> {
  await db.transaction(async (tx) => {
    // Every transaction that deletes several sessions of a person locks the person first: otherwise two could deadlock.
    await lockUser(tx, userId);
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
  });
}
