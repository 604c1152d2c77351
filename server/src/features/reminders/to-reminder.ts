import type { Reminder, ReminderForm } from '#contract/reminders.ts';
import type { ReminderRow } from './table.ts';

export const toReminder = (row: ReminderRow): Reminder => ({
  id: row.id,
  who: row.who,
  occasion: row.occasion,
  month: row.month,
  day: row.day,
  every_year: row.everyYear,
  lead_days: row.leadDays,
  date: row.stoppedAt ? null : row.nextOn,
  letter_on: row.stoppedAt ? null : row.sendOn,
  stopped_at: row.stoppedAt?.toISOString() ?? null,
  consent: row.consent,
  consented_at: row.consentedAt.toISOString(),
});

/** Whoever saves a reminder agrees anew, and one that was stopped goes on. */
export const toColumns = ({ who, occasion, month, day, every_year, lead_days, consent }: ReminderForm, now: Date) => ({
  who,
  occasion,
  month,
  day,
  everyYear: every_year,
  leadDays: lead_days,
  consent,
  consentedAt: now,
  stoppedAt: null,
});
