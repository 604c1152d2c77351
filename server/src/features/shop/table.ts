import { check, pgTable, smallint, sql, text } from '#server/platform/database/drizzle.ts';

/** One row: who sells, as the owner has set it. Null is what the code has. */
export const shopDetails = pgTable(
  'shop_details',
  {
    id: smallint().primaryKey().default(1),
    /** The trading name. */
    legalName: text(),
    street: text(),
    city: text(),
    postcode: text(),
    email: text(),
    phone: text(),
    companyNumber: text(),
    vatNumber: text(),
  },
  (table) => [check('shop_details_one_row', sql`${table.id} = 1`)],
);
