import { orders } from '#server/features/orders/table.ts';
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
  uniqueIndex,
  uuid,
} from '#server/platform/database/drizzle.ts';

/** One tour of a van on a day. */
export const runs = pgTable(
  'runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    day: date({ mode: 'string' }).notNull(),
    /** 1 for the first of the day. */
    number: smallint().notNull(),
    /** When it is to leave, in London: `11:00`. */
    leavesAt: text().notNull(),
    driverId: integer().references(() => staff.id),
    leftAt: moment(),
  },
  (table) => [
    uniqueIndex('runs_one_number').on(table.day, table.number),
    index('runs_by_driver').on(table.driverId, table.day),
    check(
      'runs_in_bounds',
      sql`${table.number} between 1 and 99 and ${table.leavesAt} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
    ),
  ],
);

/** How runs of a day stand wherever they are listed: as they leave. On no run comes last. */
export const AS_THEY_LEAVE = sql`${runs.leavesAt}, ${runs.number}`;

/** Which run carries an order, and after which other stops. */
export const runStops = pgTable(
  'run_stops',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (table) => [index('run_stops_by_run').on(table.runId, table.position)],
);

/** How the last try to hand an order over ended. Each try is also an event of the order. */
export const handovers = pgTable(
  'handovers',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    outcome: text({ enum: ['handed over', 'neighbour', 'nobody in'] }).notNull(),
    /** Who took it, or which neighbour. Deleted with the photo. */
    takenBy: text(),
    /** When it was pressed on the phone, which may have been without network. */
    pressedAt: moment().notNull(),
    /** Re-encoded as JPEG without metadata. The buyer's alone, and deleted after 30 days. */
    photo: bytea(),
    photoTakenAt: moment(),
  },
  (table) => [index('handovers_with_photo').on(table.pressedAt).where(sql`${table.photo} is not null`)],
);

/** Presses that came from a phone, by the id that it gave them: the same press, come again, does nothing more. */
export const presses = pgTable(
  'presses',
  {
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    key: uuid().notNull(),
    orderId: integer().references(() => orders.id, { onDelete: 'cascade' }),
    /** What the press was answered, for the retry. */
    answer: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.key] }), index('presses_by_age').on(table.at)],
);

export type RunRow = typeof runs.$inferSelect;
