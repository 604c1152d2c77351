import { bytea, moment } from '#server/platform/database/columns.ts';
import { check, index, integer, pgTable, sql, text, uuid } from '#server/platform/database/drizzle.ts';

/** The outbox: a letter is inserted in the same transaction as what it tells of. */
export const letters = pgTable(
  'letters',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Whose it is, so that it can be listed and deleted with the account. */
    userId: integer(),
    /** The order that it tells its buyer of. */
    orderId: integer(),
    kind: text().notNull(),
    /**
     * Address and contents, encrypted, because they contain links that open accounts. Null once the letter is sent, but for those
     * about an order: the desk can read what was written, and send it again.
     */
    sealed: bytea(),
    createdAt: moment().notNull(),
    sentAt: moment(),
    attempts: integer().notNull().default(0),
    /** Attempts at which the mail server refused this very letter. */
    refusals: integer().notNull().default(0),
    lastProblem: text(),
    /** The lease of the process that is sending it: until then no other may. */
    takenUntil: moment(),
    /** Refused again and again: it is not retried until somebody sets this to null. */
    givenUpAt: moment(),
  },
  (table) => [
    check('letters_sealed_until_sent', sql`${table.sentAt} is not null or ${table.sealed} is not null`),
    index('letters_by_user').on(table.userId),
    index('letters_by_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    index('letters_waiting').on(table.createdAt).where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
    // The sweep deletes old ones without reading the rest.
    index('letters_by_departure').on(table.sentAt),
    index('letters_given_up').on(table.givenUpAt).where(sql`${table.givenUpAt} is not null`),
  ],
);
