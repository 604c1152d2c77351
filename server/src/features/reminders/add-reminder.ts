import { londonDay } from '#contract/delivery.ts';
import { MAX_REMINDERS } from '#contract/limits.ts';
import type { NewReminder, Reminder } from '#contract/reminders.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { planDate } from './plan-date.ts';
import { type ReminderRow, reminders } from './table.ts';
import { toColumns, toReminder } from './to-reminder.ts';

/** Remembers a date, unless the list is full. The same once more, as after a lost response, is no second reminder. */
export async function addReminder(
  deps: Pick<Deps, 'clock' | 'db' | 'secrets'>,
  { userId }: Pick<Shopper, 'userId'>,
  { after, ...form }: NewReminder,
): Promise<Reminder> {
  await countAttempts(deps, [{ what: 'remember a date', who: String(userId) }]);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const { who, occasion, month, day } = form;
    const isSame = and(
      eq(reminders.userId, userId),
      eq(reminders.who, who),
      eq(reminders.occasion, occasion),
      eq(reminders.month, month),
      eq(reminders.day, day),
    );
    const [before] = await tx.select().from(reminders).where(isSame).for('update');
    if (!before && (await tx.$count(reminders, eq(reminders.userId, userId))) >= MAX_REMINDERS) {
      throw new Invalid({
        non_field_errors: [`We remember at most ${MAX_REMINDERS} dates for you. Please remove one first.`],
      });
    }
    const wanted = { ...toColumns(form, now), ...planDate(form, { before, today: londonDay(now), after }) };
    const [row] = before
      ? await tx.update(reminders).set(wanted).where(eq(reminders.id, before.id)).returning()
      : await tx
          .insert(reminders)
          .values({ ...wanted, userId, createdAt: now })
          .returning();
    return toReminder(row as ReminderRow);
  });
}
