import { orders } from '#server/features/orders/table.ts';
import { staff } from '#server/features/staff/table.ts';
import { bytea, moment } from '#server/platform/database/columns.ts';
import { boolean, check, index, integer, pgTable, primaryKey, sql, text } from '#server/platform/database/drizzle.ts';

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
    /** Why it waits for a person, for the desk; null if it was answered at once, or a version before this column made it. */
    whyWaits: text(),
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

/** Who claimed in the last sixty days: a row for the person, the payer and the door, each hashed. Outlives the account. */
export const claimKeys = pgTable(
  'claim_keys',
  {
    key: text().notNull(),
    orderId: integer().notNull(),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.orderId] }), index('claim_keys_by_age').on(table.at)],
);

export type ClaimRow = typeof claims.$inferSelect;
