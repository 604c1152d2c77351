import type { Deps } from '#server/deps.ts';
import { and, asc, gt, isNull, lt, or } from '#server/platform/database/drizzle.ts';
import { addSending } from '../create-mail.ts';
import { letters } from '../table.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OVERDUE_MS = 2 * MINUTE;
export const STORED_FOR_MS = 90 * DAY;
const BATCH = 1_000;

/** Queues the job of every letter that should have been sent by now and lost its job, and deletes old letters. */
export async function sweepLetters({ clock, db, jobs }: Pick<Deps, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = clock.now().getTime();
  const waiting = and(isNull(letters.sentAt), isNull(letters.givenUpAt));
  const isOverdue = lt(letters.createdAt, new Date(now - OVERDUE_MS));
  let last: string | undefined;
  do {
    const overdue = await db
      .select({ id: letters.id })
      .from(letters)
      .where(and(waiting, isOverdue, last ? gt(letters.id, last) : undefined))
      .orderBy(asc(letters.id))
      .limit(BATCH);
    // Most have their job still: a second one with the same key is not added.
    await db.transaction(async (tx) => {
      for (const { id } of overdue) await addSending(jobs, tx, id);
    });
    last = overdue.at(-1)?.id;
  } while (last);

  const longAgo = new Date(now - STORED_FOR_MS);
  await db.delete(letters).where(or(lt(letters.sentAt, longAgo), lt(letters.givenUpAt, longAgo)));
}
