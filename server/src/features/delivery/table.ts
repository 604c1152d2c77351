import { boolean, check, date, integer, pgTable, smallint, sql, text } from '#server/platform/database/drizzle.ts';

/** One row: what the owner set for every day. Null is the default that the code has. */
export const deliverySettings = pgTable(
  'delivery_settings',
  {
    id: smallint().primaryKey().default(1),
    feePence: integer(),
    /** The time in London until which the next day can be had: `12:00`. */
    cutOff: text(),
    daysAhead: smallint(),
    ordersADay: integer(),
    /** Districts of postcodes, as `E8`, that the shop's own vans go to; a carrier takes the rest. None: the vans go everywhere. */
    vanDistricts: text().array(),
    /** What a florist may give back of one order. */
    floristRefundPence: integer(),
    /** Of damaged flowers worth more a person looks at the claim first; 0: at every one. */
    claimsAtOncePence: integer(),
  },
  (table) => [
    check('delivery_settings_one_row', sql`${table.id} = 1`),
    check(
      'delivery_settings_in_bounds',
      sql`${table.feePence} >= 0 and ${table.daysAhead} between 1 and 365 and ${table.ordersADay} >= 0
        and ${table.cutOff} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and ${table.floristRefundPence} >= 0`,
    ),
    check('delivery_settings_claims_in_bounds', sql`${table.claimsAtOncePence} >= 0`),
  ],
);

/** What differs on one day of the week. */
export const deliveryWeekdays = pgTable(
  'delivery_weekdays',
  {
    /** 0 is Sunday. */
    weekday: smallint().primaryKey(),
    ordersADay: integer(),
    /** Of orders for that day, on the day before. */
    cutOff: text(),
  },
  (table) => [
    check(
      'delivery_weekdays_in_bounds',
      sql`${table.weekday} between 0 and 6 and ${table.ordersADay} >= 0
        and ${table.cutOff} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
    ),
  ],
);

/** What differs on one day of the calendar. */
export const deliveryDays = pgTable(
  'delivery_days',
  {
    day: date({ mode: 'string' }).primaryKey(),
    /** Why nothing is delivered, in the words that are shown. */
    closedWords: text(),
    /** Delivered to although it is a bank holiday. */
    opened: boolean().notNull().default(false),
    ordersADay: integer(),
    cutOff: text(),
    surchargePence: integer(),
    /** What the shop says of it while it can be chosen. */
    line: text(),
  },
  (table) => [
    check(
      'delivery_days_in_bounds',
      sql`${table.ordersADay} >= 0 and ${table.surchargePence} >= 0
        and ${table.cutOff} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
    ),
    check('delivery_days_closed_or_open', sql`${table.closedWords} is null or not ${table.opened}`),
  ],
);
