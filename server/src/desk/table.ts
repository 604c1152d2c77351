import { moment } from '../database/columns.ts';
import { index, integer, jsonb, pgTable, text } from '../database/drizzle.ts';

/** What was done at the desk, by whom and to what; a row is written with what it tells of and never changes. */
export const deskLog = pgTable(
  'desk_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    /** The name one has on the machine. */
    who: text().notNull(),
    /** As `dispatch order` or `hide review`. */
    action: text().notNull(),
    subjectId: integer().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('desk_log_by_subject').on(table.action, table.subjectId)],
);
