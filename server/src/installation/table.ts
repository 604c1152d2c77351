import { moment } from '../database/columns.ts';
import { boolean, check, integer, pgTable, sql, text } from '../database/drizzle.ts';

/** Who this shop is at PayPal: one row, made by the migration and carried along by backups. */
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

/** Each time the shop was brought back from a backup. Until it is told to take over, it is a copy on standby. */
export const restores = pgTable('restores', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  takenAt: moment().notNull(),
  restoredAt: moment().notNull(),
  /** Somebody said that this is the shop now. */
  takenOverAt: moment(),
  /** What PayPal did since the backup was looked up, once. */
  reconciledAt: moment(),
});
