import { SIZES } from '#contract/sizes.ts';
import { NOBODY_IN_CHOICES, SWAP_CHOICES } from '#contract/wishes.ts';
import { users } from '#server/features/accounts/table.ts';
import { addresses } from '#server/features/addresses/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import { promoCodes } from '#server/features/promotions/table.ts';
import { moment, quoted } from '#server/platform/database/columns.ts';
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '#server/platform/database/drizzle.ts';

/**
 * Every number that was given to a cart or an order. A cart has one, and the order that comes of it keeps it; payments and
 * idempotency keys name the number, because they outlive both.
 */
export const orderNumbers = pgTable(
  'order_numbers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Its payment failed after another cart was begun, and its lines went there. */
    mergedIntoId: integer().references((): AnyPgColumn => orderNumbers.id),
  },
  (table) => [index('order_numbers_merged').on(table.mergedIntoId).where(sql`${table.mergedIntoId} is not null`)],
);

/** What somebody means to buy: one per person, and it changes freely. Names and prices are the catalogue's. */
export const carts = pgTable(
  'carts',
  {
    id: integer()
      .primaryKey()
      .references(() => orderNumbers.id),
    userId: integer()
      .notNull()
      .unique('carts_one_per_person')
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The gift note. */
    text: text().notNull().default(''),
    shippingAddressId: integer().references(() => addresses.id, { onDelete: 'set null' }),
    deliveryDate: date({ mode: 'string' }),
    promoCodeId: integer().references(() => promoCodes.id),
    driverNote: text().notNull().default(''),
    swapChoice: text({ enum: SWAP_CHOICES }).notNull().default('choose'),
    nobodyIn: text({ enum: NOBODY_IN_CHOICES }).notNull().default('neighbour'),
    /** Counts every change of what would be paid for or where it would go: a payment belongs to one version. */
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
  },
  (table) => [
    // Without it, removing an address would look through every cart.
    index('carts_by_address').on(table.shippingAddressId).where(sql`${table.shippingAddressId} is not null`),
    check('carts_nobody_in_known', sql.raw(`nobody_in in (${quoted(NOBODY_IN_CHOICES)})`)),
    check('carts_note_short', sql`char_length(${table.text}) <= 6000 and char_length(${table.driverNote}) <= 1000`),
  ],
);

export const cartItems = pgTable(
  'cart_items',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    cartId: integer()
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id),
    size: text({ enum: SIZES }).notNull().default('standard'),
    quantity: integer().notNull(),
    /** Ids of the extras that go with each bouquet of the line, in ascending order. */
    extras: integer().array().notNull().default([]),
    /** What one cost when it was put in, so that a change can be shown; unknown for lines from before this was stored. */
    addedPricePence: integer(),
  },
  (table) => [
    uniqueIndex('cart_items_one_line').on(table.cartId, table.productId, table.size, table.extras),
    check('cart_items_quantity', sql`${table.quantity} between 1 and 20`),
    check('cart_items_size', sql.raw(`size in (${quoted(SIZES)})`)),
  ],
);

/** A change that was made to a cart, by the key its press carried: the same press, come again, changes nothing more. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid().notNull(),
    /** The order that was changed: by the time of a retry it may have been paid for. */
    orderId: integer()
      .notNull()
      .references(() => orderNumbers.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_by_age').on(table.createdAt)],
);

export type CartRow = typeof carts.$inferSelect;
