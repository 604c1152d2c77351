import { ACTORS } from '#contract/done-by.ts';
import { orderNumbers } from '#server/features/orders/cart/table.ts';
import {
  LIVE,
  OPEN_REFUNDS,
  PAYMENT_STATES,
  type PaymentState,
  REFUND_STATES,
  type RefundState,
  SWEPT_AFTER_END,
  UNFINISHED,
} from '#server/features/orders/states.ts';
import { staff } from '#server/features/staff/table.ts';
import { moment } from '#server/platform/database/columns.ts';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '#server/platform/database/drizzle.ts';

/** A list of states as it stands in the definition of an index, where there are no parameters. */
const listed = (states: readonly (PaymentState | RefundState)[]) =>
  sql.raw(states.map((state) => `'${state}'`).join(', '));

/** One attempt to pay for one version of an order. The row is there before the provider is asked for anything. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: integer()
      .notNull()
      .references(() => orderNumbers.id),
    orderVersion: integer().notNull(),
    state: text({ enum: PAYMENT_STATES }).notNull().default('new'),
    amountPence: integer().notNull(),
    /**
     * The day promised when the payment was opened. Null in rows of early versions: the day is then decided at capture.
     */
    deliveryDate: date({ mode: 'string' }),
    /** The id of the order at PayPal; null until PayPal has confirmed that it opened one. */
    providerOrderId: text(),
    /** The invoice number, as the buyer finds it on their statement. */
    invoice: text().notNull(),
    /** The account that is paid, as PayPal named it when the order was opened. */
    payee: text(),
    /** Who paid, as PayPal names them, hashed; null if it did not, or a version before `payer_key` took the money. */
    payerKey: text(),
    captureId: text(),
    /** What PayPal says that it captured, and what it keeps of it; null until it was read in one of its answers. */
    capturedPence: integer(),
    feePence: integer(),
    /** Counts captures that were declined: the next one needs a request id of its own. */
    captureRound: integer().notNull().default(1),
    /** The process that settles it has it to itself until then; afterwards another may. */
    leaseUntil: moment(),
    /** When the sweeper looks it up next, and how often it has since the state last changed. */
    lookAgainAt: moment().notNull(),
    looks: integer().notNull().default(0),
    lastIssue: text(),
    createdAt: moment().notNull(),
    changedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('payments_one_live')
      .on(table.orderId)
      .where(sql`${table.state} in (${listed(LIVE)})`),
    uniqueIndex('payments_by_provider_order').on(table.providerOrderId),
    uniqueIndex('payments_by_capture').on(table.captureId),
    index('payments_by_order').on(table.orderId),
    index('payments_to_look_at')
      .on(table.lookAgainAt)
      .where(sql`${table.state} in (${listed(UNFINISHED)})`),
    // These stay in their state for ever and are looked up for some hours only: the sweep must not read all of them.
    index('payments_ended')
      .on(table.createdAt)
      .where(sql`${table.state} in (${listed(SWEPT_AFTER_END)})`),
    // Money of which PayPal's own sum or fee is not known yet: read-captures.ts asks for them.
    index('payments_to_read')
      .on(table.lookAgainAt)
      .where(
        sql`${table.state} in ('captured', 'refunded') and (${table.capturedPence} is null or ${table.feePence} is null)`,
      ),
    // The books of a day.
    index('payments_by_time').on(table.changedAt, table.id).where(sql`${table.state} = 'captured'`),
    check('payments_amount', sql`${table.amountPence} > 0`),
    check('payments_captured_by_id', sql`${table.state} <> 'captured' or ${table.captureId} is not null`),
  ],
);

/**
 * Money that goes back, in part or whole. The row is there before PayPal is asked; its id is the request id, so that asking
 * again never sends money twice.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountPence: integer().notNull(),
    reason: text().notNull(),
    /** `PayPal` where it was made there. Null in rows that a version before `actor` wrote: `listRefunds` tells. */
    actor: text({ enum: ACTORS }),
    staffId: integer().references(() => staff.id),
    /** The name, to be shown. */
    who: text().notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('asked'),
    /** PayPal's id of it; null until PayPal has confirmed it. */
    providerRefundId: text().unique(),
    /** What PayPal says that went back, and what of its fee it gave back; null until it was read in one of its answers. */
    toldPence: integer(),
    feeBackPence: integer(),
    /** Why it failed, or what is unclear. */
    lastIssue: text(),
    /** The process that settles it has it to itself until then; afterwards another may. */
    leaseUntil: moment(),
    /** When the sweeper looks it up next, and how often it has. */
    lookAgainAt: moment().notNull(),
    looks: integer().notNull().default(0),
    createdAt: moment().notNull(),
    changedAt: moment().notNull(),
  },
  (table) => [
    index('refunds_by_payment').on(table.paymentId),
    index('refunds_to_look_at')
      .on(table.lookAgainAt)
      .where(sql`${table.state} in (${listed(OPEN_REFUNDS)})`),
    index('refunds_by_time').on(table.changedAt, table.id).where(sql`${table.state} = 'done'`),
    check('refunds_amount', sql`${table.amountPence} > 0`),
    check('refunds_done_by_id', sql`${table.state} <> 'done' or ${table.providerRefundId} is not null`),
  ],
);

/** What buyers cancelled by themselves in the last thirty days: a row for the person, the payer and the door, each hashed. */
export const ownCancellations = pgTable(
  'own_cancellations',
  {
    key: text().notNull(),
    orderId: integer().notNull(),
    pence: integer().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.orderId] }),
    index('own_cancellations_by_age').on(table.at),
    check('own_cancellations_pence', sql`${table.pence} >= 0`),
  ],
);

/** Every webhook event of PayPal, once. */
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

/** Certificates with which an event of PayPal was verified: they are trusted at once, also after a restart. */
export const webhookCertificates = pgTable('webhook_certificates', {
  url: text().primaryKey(),
  certificate: text().notNull(),
  /** When it was last fetched from PayPal. */
  checkedAt: moment().notNull(),
});

export type RefundRow = typeof refunds.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;
