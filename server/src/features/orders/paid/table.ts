import { ACTORS } from '#contract/done-by.ts';
import { staff } from '#server/features/staff/table.ts';
import { moment } from '#server/platform/database/columns.ts';
import { bigint, index, integer, pgTable, sql, text } from '#server/platform/database/drizzle.ts';
import { orders } from '../table.ts';

/** By a member of staff, or by somebody on the command line. Rows of versions before `actor` have no actor until they are filled. */
export const BY_STAFF = `case when actor is null then staff_id is not null or who not in ('buyer', 'PayPal', 'shop')
  else actor in ('staff', 'command line') end`;

/** What happened to an order: who, when, what, and the value before and after. Rows are only added. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    /** Null in rows that a version before `actor` wrote, until they are filled. */
    actor: text({ enum: ACTORS }),
    staffId: integer().references(() => staff.id),
    /** The name, to be shown. */
    who: text().notNull(),
    /** When it was pressed on a phone without network; null if that was `at`. */
    pressedAt: moment(),
    what: text().notNull(),
    before: text(),
    after: text(),
  },
  (table) => [
    index('order_events_by_order').on(table.orderId, table.id),
    index('order_events_by_staff').on(table.staffId, table.id).where(sql`${table.staffId} is not null`),
    index('order_events_to_fill').on(table.id).where(sql`${table.actor} is null`),
    // The history of the desk: what people did who work here.
    index('order_events_of_desk').on(table.id).where(sql.raw(BY_STAFF)),
    index('order_events_of_desk_by_kind').on(table.what, table.id).where(sql.raw(BY_STAFF)),
    index('order_events_of_desk_by_day').on(sql`london_day(at)`, table.id).where(sql.raw(BY_STAFF)),
  ],
);

/** A buyer who asks to cancel an order that a florist looks at first. It is answered by cancelling it, or declined in words. */
export const cancelRequests = pgTable(
  'cancel_requests',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    askedAt: moment().notNull(),
    /** Why a florist looks at it, for the desk. */
    because: text().notNull(),
    answeredAt: moment(),
    /** Why not, for the buyer; null if it is cancelled, or nobody has answered. */
    declined: text(),
  },
  (table) => [index('cancel_requests_open').on(table.orderId).where(sql`${table.answeredAt} is null`)],
);
