import { bytea, moment } from '../database/columns.ts';
import { check, index, integer, pgTable, sql, text, uuid } from '../database/drizzle.ts';

/** The outbox: a letter stands here from the moment that what it tells of is true. */
export const letters = pgTable(
  'letters',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Whose it is, so that it can be shown and forgotten with them; none once they have left. */
    userId: integer(),
    kind: text().notNull(),
    /** Address and contents, encrypted: they hold links that open accounts. Emptied when the letter has left. */
    sealed: bytea(),
    createdAt: moment().notNull(),
    sentAt: moment(),
    attempts: integer().notNull().default(0),
    /** Attempts at which the mail server refused this very letter for good. */
    refusals: integer().notNull().default(0),
    lastProblem: text(),
    /** Until then one process has it in hand, and no other may send it. */
    takenUntil: moment(),
    /** Refused again and again: nobody tries any more until someone empties this. */
    givenUpAt: moment(),
  },
  (table) => [
    check('letters_sealed_until_sent', sql`${table.sentAt} is not null or ${table.sealed} is not null`),
    index('letters_by_user').on(table.userId),
    index('letters_waiting').on(table.createdAt).where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
    // The sweep forgets old ones without reading the rest.
    index('letters_by_departure').on(table.sentAt),
    index('letters_given_up').on(table.givenUpAt).where(sql`${table.givenUpAt} is not null`),
  ],
);
