import { orderItems, orders } from '#server/features/orders/table.ts';
import { staff } from '#server/features/staff/table.ts';
import { bytea, moment } from '#server/platform/database/columns.ts';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
} from '#server/platform/database/drizzle.ts';

/** How many of an order's bouquets of one line are tied already, where there are several. */
export const tiedCounts = pgTable(
  'tied_counts',
  {
    itemId: integer()
      .primaryKey()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
    tied: smallint().notNull(),
  },
  (table) => [check('tied_counts_in_bounds', sql`${table.tied} between 0 and 20`)],
);

/** A flower that was missing, and what goes in instead. While it is asked for, the ticket waits. */
export const swaps = pgTable(
  'swaps',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    itemId: integer()
      .notNull()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
    /** The flower of the recipe, and how many of it in each bouquet are replaced. */
    flower: text().notNull(),
    count: smallint().notNull(),
    instead: text().notNull(),
    insteadCount: smallint().notNull(),
    /** `made`: chosen by the florist. `asked` waits for the buyer; `fine` and `call` are the buyer's answers. */
    state: text({ enum: ['made', 'asked', 'fine', 'call'] }).notNull(),
    /** Of the key in the two links of the letter. */
    hash: bytea().unique('swaps_hash'),
    photo: bytea(),
    staffId: integer().references(() => staff.id),
    madeAt: moment().notNull(),
    answeredAt: moment(),
  },
  (table) => [
    index('swaps_by_order').on(table.orderId),
    // Those that somebody waits for.
    index('swaps_waiting').on(table.id).where(sql`${table.state} in ('asked', 'call')`),
    check('swaps_counts', sql`${table.count} between 1 and 200 and ${table.insteadCount} between 1 and 200`),
  ],
);

/** What somebody at the market has ticked off or found in the cooler, for one day. */
export const stemPurchases = pgTable(
  'stem_purchases',
  {
    day: date({ mode: 'string' }).notNull(),
    flower: text().notNull(),
    /** The stems that were needed when it was ticked as bought; 0 if it is not. Orders that come later need more. */
    boughtFor: integer().notNull().default(0),
    inCooler: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.flower] }),
    check('stem_purchases_in_bounds', sql`${table.inCooler} between 0 and 100000 and ${table.boughtFor} >= 0`),
  ],
);

/** Sheets that were printed for an order: printing one again says so on it. */
export const prints = pgTable(
  'prints',
  {
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    sheet: text({ enum: ['card', 'ticket', 'slip'] }).notNull(),
    count: integer().notNull(),
    printedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.sheet] })],
);

/** What staff write about an order for each other. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    staffId: integer().references(() => staff.id),
    who: text().notNull(),
    text: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [index('order_notes_by_order').on(table.orderId, table.id)],
);
