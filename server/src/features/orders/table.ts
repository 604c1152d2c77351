import { ORDER_STAGES, SUM_KINDS } from '#contract/orders.ts';
import { SIZES } from '#contract/sizes.ts';
import { NOBODY_IN_CHOICES, SWAP_CHOICES } from '#contract/wishes.ts';
import { users } from '#server/features/accounts/table.ts';
import { StoredAddress } from '#server/features/addresses/stored-address.ts';
import { addresses } from '#server/features/addresses/table.ts';
import { StoredPicture, StoredStems } from '#server/features/catalogue/pictures/stored-picture.ts';
import { products } from '#server/features/catalogue/table.ts';
import { promoCodes } from '#server/features/promotions/table.ts';
import { moment, quoted, storedJson } from '#server/platform/database/columns.ts';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  uniqueIndex,
} from '#server/platform/database/drizzle.ts';
import { orderNumbers } from './cart/table.ts';
import { StoredExtras } from './stored-extras.ts';

/**
 * What was agreed, as it was when the buyer pressed the button. Its money changes by refunds alone. An order that awaits its
 * payment becomes a cart again if no money comes.
 */
export const orders = pgTable(
  'orders',
  {
    id: integer()
      .primaryKey()
      .references(() => orderNumbers.id),
    /** Nobody's, once the buyer has left: the law wants the record, not the person. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    stage: text({ enum: ORDER_STAGES }).notNull(),
    /** P until it is paid for, C from then on. The API tells more: `statusOf` in to-order.ts. */
    status: text({ enum: ['P', 'C'] })
      .notNull()
      .generatedAlwaysAs(sql`case when stage = 'awaiting payment' then 'P' else 'C' end`),
    /** The version of the cart that was agreed to. */
    version: integer().notNull(),
    /** The gift note. */
    text: text().notNull(),
    shippingAddressId: integer().references(() => addresses.id, { onDelete: 'set null' }),
    address: storedJson(StoredAddress),
    buyer: text(),
    /** The day that is promised, on which the order takes a place. */
    deliveryDate: date({ mode: 'string' }),
    /** False where the next possible day was promised because none was chosen. */
    dayChosen: boolean().notNull().default(true),
    promoCodeId: integer().references(() => promoCodes.id),
    /** When a carrier collects it, a day before it arrives. None: one of the shop's vans brings it on its day. */
    collectedOn: date({ mode: 'string' }),
    /** The day it leaves the shop, by which it is tied. */
    leavesOn: date({ mode: 'string' }).generatedAlwaysAs(sql`coalesce(collected_on, delivery_date)`),
    /** The carrier's own number of the parcel. */
    carrierNumber: text(),
    /** The buyer's words for the driver. */
    driverNote: text().notNull().default(''),
    /** What the buyer wants done if a flower is missing. */
    swapChoice: text({ enum: SWAP_CHOICES }).notNull().default('choose'),
    /** What the buyer wants done if nobody is in; none in orders from before it was asked. */
    nobodyIn: text({ enum: NOBODY_IN_CHOICES }),
    /** The seller's VAT number and the rate in its prices, as they were when it was placed. None: no VAT was charged. */
    vatNumber: text(),
    vatPercent: smallint(),
    /** When its cart was begun: part of the invoice. */
    createdAt: moment().notNull(),
    /** When it was paid for, or made as a replacement. */
    completedAt: moment(),
    dispatchedAt: moment(),
    deliveredAt: moment(),
    /** When the one letter that asks for a review was posted. */
    reviewInvitedAt: moment(),
    /** The order whose damaged flowers this one replaces. A replacement is never paid for. */
    replacesOrderId: integer().references((): AnyPgColumn => orders.id),
  },
  (table) => [
    index('orders_awaiting_payment').on(table.userId).where(sql`${table.stage} = 'awaiting payment'`),
    index('orders_by_user').on(table.userId, table.id),
    // What the florist ties on a day, and the places that are taken on it.
    index('orders_by_day').on(table.deliveryDate),
    // The desk's sheet of a day.
    index('orders_by_leaving_day').on(table.leavesOn, table.stage),
    // The uses of a code; of many, those that code_sums has not counted yet.
    index('orders_by_promo_code')
      .on(table.promoCodeId, sql`coalesce(completed_at, 'infinity'::timestamptz)`)
      .where(sql`${table.promoCodeId} is not null and ${table.stage} <> 'cancelled'`),
    // Without it, removing an address would scan every order.
    index('orders_by_address').on(table.shippingAddressId).where(sql`${table.shippingAddressId} is not null`),
    uniqueIndex('orders_one_replacement').on(table.replacesOrderId),
    // The desk's list of orders, by stage, and of replacements alone.
    index('orders_by_stage').on(table.stage, table.id),
    index('orders_replacements').on(table.id).where(sql`${table.replacesOrderId} is not null`),
    check('orders_stage_known', sql.raw(`stage in (${quoted(ORDER_STAGES)})`)),
    check(
      'orders_paid_whole',
      sql`(${table.stage} = 'awaiting payment') = (${table.completedAt} is null)
        and (${table.completedAt} is null or ${table.deliveryDate} is not null)`,
    ),
    check('orders_nobody_in_known', sql.raw(`nobody_in in (${quoted(NOBODY_IN_CHOICES)})`)),
    check('orders_note_short', sql`char_length(${table.text}) <= 6000 and char_length(${table.driverNote}) <= 1000`),
  ],
);

/**
 * What the desk finds an order by. Triggers write it with every change of an order, of its buyer's e-mail and of its refunds, so that
 * it holds nothing of a buyer who has left. Not in backups: restoring the orders fills it.
 */
export const orderSearch = pgTable(
  'order_search',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Number, names, postcode, phone, e-mail and street, a line each, in small letters without accents. */
    words: text().notNull(),
    /** Money went back, or may be on its way. */
    refunded: boolean().notNull(),
  },
  (table) => [
    // A small pending list: searching reads all of it.
    index('order_search_words').using('gin', sql`${table.words} gin_trgm_ops`).with({ gin_pending_list_limit: 256 }),
    index('order_search_refunded').on(table.orderId).where(sql`${table.refunded}`),
  ],
);

/**
 * What came of a code, up to a moment: folded by a job, so that listing codes adds up the latest orders alone. A trigger takes off
 * what is cancelled or deleted afterwards.
 */
export const codeSums = pgTable('code_sums', {
  promoCodeId: integer()
    .primaryKey()
    .references(() => promoCodes.id, { onDelete: 'cascade' }),
  /** Orders that were paid for until then are counted here. */
  until: moment().notNull(),
  uses: integer().notNull(),
  givenPence: bigint({ mode: 'number' }).notNull(),
  broughtPence: bigint({ mode: 'number' }).notNull(),
});

/** A line as it was agreed: name, price and picture do not follow the catalogue. It keeps the id it had in the cart. */
export const orderItems = pgTable(
  'order_items',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id),
    size: text({ enum: SIZES }).notNull().default('standard'),
    quantity: integer().notNull(),
    addedPricePence: integer(),
    /** What one bouquet costs, without extras. */
    pricePence: integer().notNull(),
    name: text().notNull(),
    picture: storedJson(StoredPicture),
    /** The recipe, for the florist who ties it; empty in orders from before it was stored. */
    stems: storedJson(StoredStems).notNull().default([]),
    extras: storedJson(StoredExtras).notNull().default([]),
  },
  (table) => [
    // Not unique: two lines may differ in their extras alone. No line is copied twice, since it keeps its id.
    index('order_items_by_order').on(table.orderId, table.productId),
    check('order_items_quantity', sql`${table.quantity} between 1 and 20`),
    check('order_items_price', sql`${table.pricePence} >= 0`),
  ],
);

/** What the amount of an order is made of. Together the rows are what was charged. */
export const orderSums = pgTable(
  'order_sums',
  {
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text({ enum: SUM_KINDS }).notNull(),
    /** Why, in the buyer's words: the name of the day, the code. */
    label: text().notNull(),
    /** A discount is below nothing, everything else is not. */
    pence: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.kind] }),
    check(
      'order_sums_sign',
      sql`case when ${table.kind} = 'discount' then ${table.pence} <= 0 else ${table.pence} >= 0 end`,
    ),
  ],
);

export type OrderRow = typeof orders.$inferSelect;
export type SumRow = typeof orderSums.$inferSelect;
