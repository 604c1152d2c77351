import { bigint, boolean, date, index, integer, pgTable, sql } from '#server/platform/database/drizzle.ts';

const count = () => integer().notNull().default(0);
const pence = () => bigint({ mode: 'number' }).notNull().default(0);

/**
 * What each day took, as rows that are added up: triggers append a row for every change of an order, a payment or a refund, in the
 * transaction that makes it, and a job folds the rows of a day into one. So nobody who pays waits for another's row.
 */
export const takingsByDay = pgTable(
  'takings_by_day',
  {
    /** In London. An order counts on the day it was paid for, a refund on the day it was done. */
    day: date({ mode: 'string' }).notNull(),
    orders: count(),
    goods: pence(),
    extras: pence(),
    delivery: pence(),
    surcharge: pence(),
    /** Below nothing. */
    discount: pence(),
    /** What PayPal says that it captured for orders, and how many captures it was not asked about yet. */
    captured: pence(),
    capturesUnread: count(),
    /** PayPal's fees; those of money that belonged to no order and went back, too. */
    fee: pence(),
    feesUnread: count(),
    refunds: count(),
    refunded: pence(),
    /** What PayPal says that went back, and how many refunds it has named no sum of yet. */
    refundedTold: pence(),
    refundsUnread: count(),
    feeBack: pence(),
    /** Orders for delivery on this day that are not cancelled, and what they cost. */
    arriving: count(),
    arrivingPence: pence(),
    /** What stayed of orders that were placed under a VAT number: their sums less what went back. */
    taxed: pence(),
    isFolded: boolean().notNull().default(false),
  },
  (table) => [
    index('takings_by_day_of').on(table.day),
    index('takings_by_day_to_fold').on(table.day).where(sql`not ${table.isFolded}`),
  ],
);

/** The same of each bouquet: how many were paid for on a day, and their prices without extras. */
export const takingsByBouquet = pgTable(
  'takings_by_bouquet',
  {
    day: date({ mode: 'string' }).notNull(),
    productId: integer().notNull(),
    sold: count(),
    pence: pence(),
    isFolded: boolean().notNull().default(false),
  },
  (table) => [
    index('takings_by_bouquet_of').on(table.day, table.productId),
    index('takings_by_bouquet_to_fold').on(table.day, table.productId).where(sql`not ${table.isFolded}`),
  ],
);
