import { users } from '#server/features/accounts/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import { moment } from '#server/platform/database/columns.ts';
import { boolean, check, index, integer, pgTable, primaryKey, sql, text } from '#server/platform/database/drizzle.ts';

/** A bouquet that somebody saved. One that is withdrawn meanwhile keeps its row, and is back on the list when it is sold again. */
export const wishListItems = pgTable(
  'wish_list_items',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    savedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    index('wish_list_items_by_product').on(table.productId),
  ],
);

/**
 * The link of a list that is shared; a list that is not has none. The token is stored as it is, since its owner copies it again
 * and again: all that it opens is bouquets.
 */
export const wishListLinks = pgTable(
  'wish_list_links',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    showsName: boolean().notNull(),
    madeAt: moment().notNull(),
  },
  (table) => [check('wish_list_links_token', sql`${table.token} ~ '^[0-9a-f]{32}$'`)],
);
