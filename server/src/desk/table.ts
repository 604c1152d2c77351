import * as z from 'zod';
import { moment, storedJson } from '../database/columns.ts';
import { index, integer, pgTable, text } from '../database/drizzle.ts';

const Details = z.record(z.string(), z.unknown()).catch({});

/**
 * What was done at the desk, by whom and to what; a row is written in the transaction that does it and never changes.
 */
export const deskLog = pgTable(
  'desk_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    /** The user's name on the machine. */
    who: text().notNull(),
    /** As `dispatch order` or `hide review`. */
    action: text().notNull(),
    subjectId: integer().notNull(),
    details: storedJson(Details).notNull(),
  },
  (table) => [index('desk_log_by_subject').on(table.action, table.subjectId)],
);
