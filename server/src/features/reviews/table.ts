import { users } from '#server/features/accounts/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import { staff } from '#server/features/staff/table.ts';
import { moment } from '#server/platform/database/columns.ts';
import { check, index, integer, pgTable, smallint, sql, text, uniqueIndex } from '#server/platform/database/drizzle.ts';

/** Reviews by people who received a bouquet, one each. The product stores the sum and the count of the visible ones. */
export const reviews = pgTable(
  'reviews',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    rating: smallint().notNull(),
    text: text().notNull(),
    writtenAt: moment().notNull(),
    editedAt: moment(),
    /** Hidden by the shop: neither shown nor counted. */
    hiddenAt: moment(),
    /** Why, as one of the reasons of the desk; null for those hidden before one was asked for. */
    hiddenReason: text(),
    hiddenById: integer().references(() => staff.id),
    /** The shop's words under it. */
    answer: text(),
    answeredAt: moment(),
    answeredById: integer().references(() => staff.id),
  },
  (table) => [
    uniqueIndex('reviews_one_each').on(table.userId, table.productId),
    index('reviews_of_product').on(table.productId, table.id).where(sql`${table.hiddenAt} is null`),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
    // Stars alone are a review.
    check('reviews_text', sql`char_length(${table.text}) <= 1000`),
    check('reviews_answered_whole', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
  ],
);

export type ReviewRow = typeof reviews.$inferSelect;
