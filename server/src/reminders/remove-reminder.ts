import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { reminders } from './table.ts';

/** Forgets a date; somebody else's is not found. */
export async function removeReminder(
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<Shopper, 'userId'>,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const removed = await tx
      .delete(reminders)
      .where(and(eq(reminders.id, id), eq(reminders.userId, userId)))
      .returning({ id: reminders.id });
    if (removed.length === 0) throw new NotFound();
  });
}
