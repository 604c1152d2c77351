import { bytea, moment } from '../database/columns.ts';
import { boolean, check, index, integer, pgTable, sql, text } from '../database/drizzle.ts';
import { orders } from '../orders/table.ts';
import { staff } from '../staff/table.ts';

/** Damaged flowers, reported with a photo, once for each order. Deleted with the buyer's account. */
export const claims = pgTable(
  'claims',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .unique('claims_one_per_order')
      .references(() => orders.id),
    text: text().notNull(),
    /** Re-encoded as JPEG: nothing else of the file that was sent is stored. */
    photo: bytea().notNull(),
    madeAt: moment().notNull(),
    /** The promise is a replacement if it is reported on the day of delivery. */
    onTheDay: boolean().notNull(),
    /** The florist's words. A replacement may come with some. */
    answer: text(),
    answeredAt: moment(),
    answeredById: integer().references(() => staff.id),
  },
  (table) => [
    index('claims_unanswered').on(table.id).where(sql`${table.answeredAt} is null`),
    check('claims_answered_whole', sql`${table.answer} is null or ${table.answeredAt} is not null`),
  ],
);

export type ClaimRow = typeof claims.$inferSelect;
