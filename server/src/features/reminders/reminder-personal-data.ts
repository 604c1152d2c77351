import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { asc, eq, getTableColumns } from '#server/platform/database/drizzle.ts';
import { reminders } from './table.ts';

/** Removed with the account. A stranger's are removed, too: their words would come to the owner of the address. */
export const reminderPersonalData: PersonalDataSource = {
  name: 'reminders',
  async list({ db }, userId) {
    const { id: _id, userId: _userId, ...shown } = getTableColumns(reminders);
    const rows = await db.select(shown).from(reminders).where(eq(reminders.userId, userId)).orderBy(asc(reminders.id));
    return rows.map((row) => ({
      who: row.who,
      occasion: row.occasion,
      month: row.month,
      day: row.day,
      every_year: row.everyYear,
      lead_days: row.leadDays,
      next_date: row.nextOn,
      last_letter_for: row.sentFor,
      consent: row.consent,
      consented_at: row.consentedAt,
      stopped_at: row.stoppedAt,
      added_at: row.createdAt,
    }));
  },
  async erase(tx, userId) {
    await tx.delete(reminders).where(eq(reminders.userId, userId));
  },
  async distrust(tx, userId) {
    await tx.delete(reminders).where(eq(reminders.userId, userId));
  },
};
