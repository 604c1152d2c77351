import { users } from '#server/features/accounts/table.ts';
import { staff } from '#server/features/staff/table.ts';
import { moment } from '#server/platform/database/columns.ts';
import { check, index, integer, pgTable, sql, text } from '#server/platform/database/drizzle.ts';

/** What staff write about a customer. It is part of the copy of their data, and deleted with the account. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    at: moment().notNull(),
    who: text().notNull(),
    staffId: integer().references(() => staff.id),
  },
  (table) => [
    index('customer_notes_by_user').on(table.userId, table.id),
    check('customer_notes_short', sql`char_length(${table.text}) <= 2000`),
  ],
);
