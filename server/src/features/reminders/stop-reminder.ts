import type { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { and, eq, isNull } from '#server/platform/database/drizzle.ts';
import { readStopToken } from './stop-token.ts';
import { reminders } from './table.ts';

const NOT_OURS = 'This link is not whole. Please open it from the letter again, or stop the reminder in your account.';

/**
 * Stops the reminder of a letter, or all of the same person. As often as one likes: one that was stopped or removed before is
 * answered alike, since no letter comes of it either.
 */
export async function stopReminder(
  { clock, db, secrets }: Pick<Deps, 'clock' | 'db' | 'secrets'>,
  token: string,
  { all }: { all: boolean },
): Promise<Detail> {
  const stopped = readStopToken(secrets, token);
  if (stopped === undefined) throw new NotFound(NOT_OURS);
  const { id, userId } = stopped;
  const which = and(eq(reminders.userId, userId), all ? undefined : eq(reminders.id, id));
  await db
    .update(reminders)
    .set({ stoppedAt: clock.now() })
    .where(and(which, isNull(reminders.stoppedAt)));
  return { detail: all ? 'All of your reminders are stopped.' : 'This reminder is stopped.' };
}
