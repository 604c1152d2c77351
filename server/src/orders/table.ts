import { users } from '../accounts/table.ts';
import { StoredAddress } from '../addresses/stored-address.ts';
import { addresses } from '../addresses/table.ts';
import { StoredPicture } from '../catalogue/stored-picture.ts';
import { products } from '../catalogue/table.ts';
import { moment, storedJson } from '../database/columns.ts';
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
} from '../database/drizzle.ts';

/**
 * Pending (P): the cart, or a former cart whose payment is being confirmed. Once completed (C): the record of what was
 * bought, which never changes.
 */
export const orders = pgTable(
  'orders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Nobody's, once the buyer has left: the law wants the record, not the person. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: ['P', 'C'] })
      .notNull()
      .default('P'),
    /** The gift note. */
    text: text().notNull().default(''),
    shippingAddressId: integer().references(() => addresses.id, { onDelete: 'set null' }),
    deliveryDate: date({ mode: 'string' }),
    /** Moves with every change to what would be paid for or where it would go: a payment belongs to one version. */
    version: integer().notNull().default(1),
    /** Set while a payment is being confirmed: nothing may change until its outcome is known. */
    frozenAt: moment('held_at'),
    /** Its payment failed after another cart was begun: the lines went there, and this order is only a number. */
    mergedIntoOrderId: integer().references((): AnyPgColumn => orders.id),
    createdAt: moment().notNull(),
    // From here on: written once, when it is paid for.
    completedAt: moment(),
    buyer: text(),
    address: storedJson(StoredAddress),
    totalPence: integer(),
    deliveryFeePence: integer(),
    // From here on: what became of it.
    dispatchedAt: moment(),
    deliveredAt: moment(),
    /** The one letter that asks how they were. */
    reviewInvitedAt: moment(),
    /** The order whose damaged flowers this one replaces: it was never paid for. */
    replacesOrderId: integer().references((): AnyPgColumn => orders.id),
  },
  (table) => [
    // An order whose payment is being confirmed is no cart: a new one can be filled meanwhile.
    uniqueIndex('orders_one_cart')
      .on(table.userId)
      .where(sql`${table.status} = 'P' and ${table.frozenAt} is null and ${table.mergedIntoOrderId} is null`),
    // Every page asks for these.
    index('orders_pending').on(table.userId).where(sql`${table.status} = 'P'`),
    index('orders_by_user').on(table.userId, table.id),
    // What the florist ties on a day.
    index('orders_by_day').on(table.deliveryDate).where(sql`${table.status} = 'C'`),
    // Without it, removing an address would look through every order.
    index('orders_by_address').on(table.shippingAddressId).where(sql`${table.shippingAddressId} is not null`),
    check('orders_status_known', sql`${table.status} in ('P', 'C')`),
    check(
      'orders_completed_whole',
      sql`${table.status} = 'P' or (${table.completedAt} is not null and ${table.deliveryDate} is not null
        and coalesce(${table.totalPence}, -1) >= 0 and coalesce(${table.deliveryFeePence}, -1) >= 0)`,
    ),
    // Only a replacement is free, and it is free altogether.
    check(
      'orders_replacements_are_free',
      sql`${table.status} = 'P' or (${table.replacesOrderId} is null) = (${table.totalPence} > 0)
        and (${table.replacesOrderId} is null or ${table.deliveryFeePence} = 0)`,
    ),
    uniqueIndex('orders_one_replacement').on(table.replacesOrderId),
    check('orders_note_short', sql`char_length(${table.text}) <= 6000`),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    /** What one cost when it was put in, so that a change can be said; unknown for lines from before this was kept. */
    addedPricePence: integer(),
    // From here on: as they were when it was paid for. Before that, the catalogue's own count.
    pricePence: integer(),
    name: text(),
    picture: storedJson(StoredPicture),
  },
  (table) => [
    uniqueIndex('order_items_one_line').on(table.orderId, table.productId),
    check('order_items_quantity', sql`${table.quantity} between 1 and 20`),
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
    /** Where the change went: by the time it is repeated that may have been paid for. */
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_by_age').on(table.createdAt)],
);

export type OrderRow = typeof orders.$inferSelect;
export type ItemRow = typeof orderItems.$inferSelect;
