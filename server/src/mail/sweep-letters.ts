import { and, asc, gt, isNull, lt, or } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { addSending } from './create-mail.ts';
import { letters } from './table.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LEFT_BEHIND_MS = 2 * MINUTE;
const REMEMBERED_MS = 90 * DAY;
const AT_A_TIME = 1_000;

/**
 * Gives every letter that still waits its job back, should that be lost, and forgets the old ones that are done with.
 */
export async function sweepLetters({ clock, db, jobs }: Pick<Deps, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = clock.now().getTime();
  const waiting = and(isNull(letters.sentAt), isNull(letters.givenUpAt));
  const old = lt(letters.createdAt, new Date(now - LEFT_BEHIND_MS));
  let last: string | undefined;
  do {
    const leftBehind = await db
      .select({ id: letters.id })
      .from(letters)
      .where(and(waiting, old, last ? gt(letters.id, last) : undefined))
      .orderBy(asc(letters.id))
      .limit(AT_A_TIME);
    // Most have their job, and keep it: there is one for each letter at most.
    await db.transaction(async (tx) => {
      for (const { id } of leftBehind) await addSending(jobs, tx, id);
    });
    last = leftBehind.at(-1)?.id;
  } while (last);

  const longAgo = new Date(now - REMEMBERED_MS);
  await db.delete(letters).where(or(lt(letters.sentAt, longAgo), lt(letters.givenUpAt, longAgo)));
}
