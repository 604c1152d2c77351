import { moment } from '#server/platform/database/columns.ts';
import { boolean, check, integer, pgTable, sql, text } from '#server/platform/database/drizzle.ts';

/** Identifies this shop at PayPal: one row, created by the migration and included in backups. */
export const installation = pgTable(
  'installation',
  {
    isOnly: boolean().primaryKey().default(true),
    /** A letter and eleven hexadecimal digits, at random. It stands in every invoice. */
    id: text().notNull(),
  },
  (table) => [
    check('installation_one_row', sql`${table.isOnly}`),
    check('installation_id_form', sql`${table.id} ~ '^[a-z][0-9a-f]{11}$'`),
  ],
);

/** One row for each restore of a backup. Until it has taken over, the shop is a copy on standby. */
export const restores = pgTable('restores', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  takenAt: moment().notNull(),
  restoredAt: moment().notNull(),
  /** When the desk made this copy the shop. */
  takenOverAt: moment(),
  /** When the captures since the backup were looked up at PayPal. */
  reconciledAt: moment(),
});
