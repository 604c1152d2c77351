import type { Reminder } from '#contract/reminders.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { asc, eq, sql } from '#server/platform/database/drizzle.ts';
import { reminders } from './table.ts';
import { toReminder } from './to-reminder.ts';

/** Someone's reminders, the next first; those that send no more letters last. */
export async function listReminders(db: Database | Transaction, userId: number): Promise<Reminder[]> {
  const isNext = sql`case when ${reminders.stoppedAt} is null then ${reminders.nextOn} end`;
  const rows = await db
    .select()
    .from(reminders)
    .where(eq(reminders.userId, userId))
    .orderBy(asc(isNext), asc(reminders.id));
  return rows.map(toReminder);
}
