import { and, eq, ne } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import type { Shopper } from './access-token.ts';
import { lockUser } from './lock-user.ts';
import { sessions } from './table.ts';

/** Signs one's own device out at once, this one too if it is named; another's is not found. */
export async function endSession({ db }: Deps, { userId }: Shopper, sessionId: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new NotFound();
}

/** Signs every device out but the one that asks. */
export async function endOtherSessions({ db }: Deps, { userId, sessionId }: Shopper): Promise<void> {
  await db.transaction(async (tx) => {
    // Whoever ends several sessions of a person holds the person first: nobody waits in a ring.
    await lockUser(tx, userId);
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
  });
}
