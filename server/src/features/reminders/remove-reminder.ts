import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
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
