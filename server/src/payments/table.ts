import { moment } from '../database/columns.ts';
import { check, date, index, integer, jsonb, pgTable, sql, text, uniqueIndex, uuid } from '../database/drizzle.ts';
import { orders } from '../orders/table.ts';

/** Where a payment can stand; docs/decisions/payments.md draws how it moves. */
export const PAYMENT_STATES = [
  'new',
  'created',
  'capturing',
  'unknown',
  'pending',
  'captured',
  'declined',
  'superseded',
  'expired',
  'failed',
  'refunding',
  'refunded',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** One attempt to pay for one version of an order. The row is there before the provider is asked for anything. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    orderVersion: integer().notNull(),
    state: text({ enum: PAYMENT_STATES }).notNull().default('new'),
    amountPence: integer().notNull(),
    /** The day promised when capturing began. */
    deliveryDate: date({ mode: 'string' }),
    /** What the provider calls it. */
    providerOrderId: text(),
    /** What stands on the buyer's statement. */
    invoice: text().notNull(),
    /** Who is paid, as the provider understood us. */
    payee: text(),
    captureId: text(),
    refundId: text(),
    /** Counts captures that were declined, or refunds that failed: the next one needs a request id of its own. */
    captureRound: integer().notNull().default(1),
    /** Whoever is capturing has until then; later someone else looks what came of it. */
    leaseUntil: moment(),
    /** When the sweeper looks again. */
    lookAgainAt: moment().notNull(),
    looks: integer().notNull().default(0),
    lastIssue: text(),
    /** Of money that was taken and kept: what PayPal says left us again, by a person's hand there or by the buyer's bank. */
    leftAs: text({ enum: ['refunded', 'reversed'] }),
    leftAt: moment(),
    createdAt: moment().notNull(),
    changedAt: moment().notNull(),
  },
  (table) => [
    // At most one payment of an order may have money in it or on its way.
    uniqueIndex('payments_one_live')
      .on(table.orderId)
      .where(sql`${table.state} in ('capturing', 'unknown', 'pending', 'captured')`),
    uniqueIndex('payments_by_provider_order').on(table.providerOrderId),
    uniqueIndex('payments_by_capture').on(table.captureId),
    index('payments_by_order').on(table.orderId),
    index('payments_to_look_at')
      .on(table.lookAgainAt)
      .where(sql`${table.state} in ('new', 'created', 'capturing', 'unknown', 'pending', 'refunding')`),
    // These keep their state for ever and are looked at for some hours only: the sweep must not wade through all of them.
    index('payments_ended').on(table.createdAt).where(sql`${table.state} in ('superseded', 'declined')`),
    check('payments_amount', sql`${table.amountPence} > 0`),
    check('payments_captured_by_id', sql`${table.state} <> 'captured' or ${table.captureId} is not null`),
  ],
);

/** Every event the provider told us of, once. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    body: jsonb().notNull(),
    receivedAt: moment().notNull(),
    processedAt: moment(),
  },
  (table) => [index('webhook_events_by_time').on(table.processedAt)],
);

/** Certificates with which an event of the provider was verified: a shop that has just started believes these at once. */
export const webhookCertificates = pgTable('webhook_certificates', {
  url: text().primaryKey(),
  certificate: text().notNull(),
  /** When the provider last gave it. */
  checkedAt: moment().notNull(),
});

export type PaymentRow = typeof payments.$inferSelect;
