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
    /** Null once the buyer's account is deleted: the law demands the record, not the person. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: ['P', 'C'] })
      .notNull()
      .default('P'),
    /** The gift note. */
    text: text().notNull().default(''),
    shippingAddressId: integer().references(() => addresses.id, { onDelete: 'set null' }),
    deliveryDate: date({ mode: 'string' }),
    /** Counts every change of what would be paid for or where it would go: a payment belongs to one version. */
    version: integer().notNull().default(1),
    /** Set while a payment is being confirmed: nothing may change until its outcome is known. */
    frozenAt: moment('held_at'),
    /** Its payment failed after another cart was begun: its lines are in that cart, and this order is empty. */
    mergedIntoOrderId: integer().references((): AnyPgColumn => orders.id),
    createdAt: moment().notNull(),
    // From here on: written once, when the order is completed.
    completedAt: moment(),
    buyer: text(),
    address: storedJson(StoredAddress),
    totalPence: integer(),
    deliveryFeePence: integer(),
    // From here on: what happened afterwards.
    dispatchedAt: moment(),
    deliveredAt: moment(),
    /** When the one letter that asks for a review was posted. */
    reviewInvitedAt: moment(),
    /** The order whose damaged flowers this one replaces. A replacement is never paid for. */
    replacesOrderId: integer().references((): AnyPgColumn => orders.id),
  },
  (table) => [
    // An order whose payment is being confirmed is no cart: a new one can be filled meanwhile.
    uniqueIndex('orders_one_cart')
      .on(table.userId)
      .where(sql`${table.status} = 'P' and ${table.frozenAt} is null and ${table.mergedIntoOrderId} is null`),
    // Every page reads these.
    index('orders_pending').on(table.userId).where(sql`${table.status} = 'P'`),
    index('orders_by_user').on(table.userId, table.id),
    // What the florist ties on a day.
    index('orders_by_day').on(table.deliveryDate).where(sql`${table.status} = 'C'`),
    // Without it, removing an address would scan every order.
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
    /**
     * The price when it was put in, so that the page can tell of a change; null in lines that are older than the
     * column.
     */
    addedPricePence: integer(),
    // From here on: as paid for. Null before that: then the catalogue's apply.
    pricePence: integer(),
    name: text(),
    picture: storedJson(StoredPicture),
  },
  (table) => [
    uniqueIndex('order_items_one_line').on(table.orderId, table.productId),
    check('order_items_quantity', sql`${table.quantity} between 1 and 20`),
  ],
);

/** Changes made to carts, by their idempotency key: a retry of the same change does nothing. */
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
      .references(() => orders.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_by_age').on(table.createdAt)],
);

export type OrderRow = typeof orders.$inferSelect;
export type ItemRow = typeof orderItems.$inferSelect;
