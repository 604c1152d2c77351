import { type LeadDays, REMINDER_OCCASIONS } from '#contract/reminder-words.ts';
import { users } from '#server/features/accounts/table.ts';
import { moment } from '#server/platform/database/columns.ts';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  sql,
  text,
  uniqueIndex,
} from '#server/platform/database/drizzle.ts';

/** Dates that people asked to be reminded of. */
export const reminders = pgTable(
  'reminders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    who: text().notNull(),
    occasion: text({ enum: REMINDER_OCCASIONS }).notNull(),
    month: smallint().notNull(),
    day: smallint().notNull(),
    everyYear: boolean().notNull(),
    leadDays: smallint().$type<LeadDays>().notNull(),
    /** The date of the next letter: it moves on in the transaction that posts it. Null where no more is to come. */
    nextOn: date({ mode: 'string' }),
    /** The day on which that letter leaves, in London. */
    sendOn: date({ mode: 'string' }).generatedAlwaysAs(sql`next_on - lead_days`),
    /** The last date for which a letter was posted. */
    sentFor: date({ mode: 'string' }),
    /** What was agreed to, word for word, and when. */
    consent: text().notNull(),
    consentedAt: moment().notNull(),
    /** When a link in a letter stopped it. */
    stoppedAt: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [
    // The same once more is the same reminder. The list of a person is read by it, too.
    uniqueIndex('reminders_same').on(table.userId, table.who, table.occasion, table.month, table.day),
    index('reminders_due')
      .on(table.sendOn, table.id)
      .where(sql`${table.nextOn} is not null and ${table.stoppedAt} is null`),
    check('reminders_occasion_known', sql`${table.occasion} in ('birthday', 'anniversary', 'memory', 'other')`),
    check('reminders_a_day_of_the_year', sql`${table.month} between 1 and 12 and ${table.day} between 1 and 31`),
    check('reminders_lead_days', sql`${table.leadDays} between 1 and 60`),
    check('reminders_sent_once', sql`${table.nextOn} > ${table.sentFor}`),
  ],
);

export type ReminderRow = typeof reminders.$inferSelect;
