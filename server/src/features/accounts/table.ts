import { bytea, moment } from '#server/platform/database/columns.ts';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  uuid,
} from '#server/platform/database/drizzle.ts';

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    /** The name without regard to case and form. */
    usernameKey: text().notNull().unique('users_username_key'),
    email: text().notNull(),
    /** The address without regard to case and form. */
    emailKey: text().notNull().unique('users_email_key'),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** None for someone who signs in with codes by mail. */
    passwordHash: text(),
    emailConfirmedAt: moment(),
    /** When somebody who reads the mailbox first came in. What was set before may be that of a stranger. */
    mailboxProvenAt: moment(),
    /** A change of address that was requested; it replaces the other when it is confirmed. */
    newEmail: text(),
    createdAt: moment().notNull(),
    /** Since then nothing can be bought with it, and why, in words that the person reads. */
    stoppedAt: moment(),
    stoppedReason: text(),
  },
  (table) => [
    index('users_by_part').using(
      'gin',
      sql`lower(' ' || ${table.firstName} || ' ' || ${table.lastName} || ' ' || ${table.email}) gin_trgm_ops`,
    ),
    check('users_stopped_whole', sql`(${table.stoppedAt} is null) = (${table.stoppedReason} is null)`),
  ],
);

/** One sign-in on one device. It ends by being deleted, and every token of it ends with it. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    remember: boolean().notNull(),
    /** What the browser called itself, for the person to tell their devices apart. */
    device: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment().notNull(),
    /** Moves on with each refresh. */
    expiresAt: moment().notNull(),
    /** Never moves: even a session in daily use ends some day. */
    endsAt: moment().notNull(),
  },
  (table) => [
    index('sessions_by_user').on(table.userId),
    index('sessions_by_expiry').on(table.expiresAt),
    check('sessions_expire_before_their_end', sql`${table.expiresAt} <= ${table.endsAt}`),
  ],
);

/** Every refresh token a session has had, as a hash: an old one that is used again late reveals a thief. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: bytea().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    replacedAt: moment(),
  },
  (table) => [index('refresh_tokens_by_session').on(table.sessionId)],
);

/** One per person, so the newest is the only one. */
export const confirmationKeys = pgTable('confirmation_keys', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  hash: bytea().notNull().unique('confirmation_keys_hash'),
  /** The address it confirms: the key is worth nothing for another. */
  emailKey: text().notNull(),
  expiresAt: moment().notNull(),
});

/** One per person, so the newest is the only one. */
export const passwordResets = pgTable('password_resets', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  hash: bytea().notNull(),
  expiresAt: moment().notNull(),
});

/**
 * Codes by mail. A row is written for every address that is typed, known or not, so that both are answered alike; it names
 * no address. A code works only in the browser that holds its ticket: nobody else can use up its tries.
 */
export const loginCodes = pgTable(
  'login_codes',
  {
    /** Of the ticket, or of the session for which it was mailed. */
    ticketHash: bytea().primaryKey(),
    /** Whose account it opens, once it is mailed. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** The mailbox as a keyed hash: wrong codes are counted by it. */
    mailbox: bytea().notNull(),
    /** Keyed: there are only a million codes. */
    codeHash: bytea().notNull(),
    /** None for a code that is asked for again within a session. */
    linkHash: bytea().unique('login_codes_link'),
    tries: smallint().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('login_codes_by_user').on(table.userId),
    index('login_codes_by_expiry').on(table.expiresAt),
    check('login_codes_tries', sql`${table.tries} between 0 and 5`),
  ],
);

/**
 * Where someone has signed in before: a device, by the mark it stores, or a network. Tries of strangers elsewhere do
 * not count there. Stored as a keyed hash of person and place, so the table shows no network, nor that two people share
 * one.
 */
export const knownPlaces = pgTable(
  'known_places',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['device', 'network'] }).notNull(),
    hash: bytea().notNull(),
    seenAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ name: 'known_places_key', columns: [table.userId, table.hash] }),
    index('known_places_by_time').on(table.seenAt),
    check('known_places_kind', sql`${table.kind} in ('device', 'network')`),
  ],
);

/** Rate limits. What is counted and for whom is stored as a keyed hash, so the table names nobody. */
export const throttles = pgTable(
  'throttles',
  {
    key: bytea().primaryKey(),
    /** Generic cell rate algorithm: the time from which on no attempt counts any more. */
    fullAt: moment().notNull(),
    /** When it was last counted, by the shop's clock: later than now, if the clock was set back since. */
    countedAt: moment(),
  },
  (table) => [index('throttles_by_time').on(table.fullAt)],
);
