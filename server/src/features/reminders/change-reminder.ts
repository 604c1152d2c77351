import { londonDay } from '#contract/delivery.ts';
import type { Reminder, ReminderForm } from '#contract/reminders.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid, NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { and, eq, ne } from '#server/platform/database/drizzle.ts';
import { planDate } from './plan-date.ts';
import { type ReminderRow, reminders } from './table.ts';
import { toColumns, toReminder } from './to-reminder.ts';

/** Changes a reminder; somebody else's is not found. One that was stopped goes on. */
export async function changeReminder(
  deps: Pick<Deps, 'clock' | 'db' | 'secrets'>,
  { userId }: Pick<Shopper, 'userId'>,
  id: number,
  form: ReminderForm,
): Promise<Reminder> {
  await countAttempts(deps, [{ what: 'remember a date', who: String(userId) }]);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const isIt = and(eq(reminders.id, id), eq(reminders.userId, userId));
    const [before] = await tx.select().from(reminders).where(isIt).for('update');
    if (!before) throw new NotFound();
    const { who, occasion, month, day } = form;
    const isAnother = and(
      eq(reminders.userId, userId),
      ne(reminders.id, id),
      eq(reminders.who, who),
      eq(reminders.occasion, occasion),
      eq(reminders.month, month),
      eq(reminders.day, day),
    );
    if ((await tx.$count(reminders, isAnother)) > 0) {
      throw new Invalid({ who: ['You have another reminder of the same date.'] });
    }
    const wanted = { ...toColumns(form, now), ...planDate(form, { before, today: londonDay(now) }) };
    const [row] = await tx.update(reminders).set(wanted).where(isIt).returning();
    return toReminder(row as ReminderRow);
  });
}
