import * as z from 'zod';
import { ACTORS } from '#contract/done-by.ts';
import { ROLES } from '#contract/roles.ts';
import { bytea, moment, storedJson } from '#server/platform/database/columns.ts';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  sql,
  text,
  uuid,
} from '#server/platform/database/drizzle.ts';

/** The people who work here. They have nothing to do with customers' accounts, even where the address is the same. */
export const staff = pgTable(
  'staff',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    email: text().notNull(),
    /** The address without regard to case and form. */
    emailKey: text().notNull().unique('staff_email_key'),
    roles: text({ enum: ROLES }).array().notNull(),
    invitedAt: moment().notNull(),
    /** None for the first owner, who was invited by the shop or from the command line. */
    invitedById: integer().references((): AnyPgColumn => staff.id),
    /** When the first passkey or the first session by a link was made. None after a restore, until an owner has invited them again. */
    joinedAt: moment(),
    /** Since then nothing opens for this person. The row stays: events name it. */
    disabledAt: moment(),
  },
  (table) => [
    check(
      'staff_roles_known',
      sql`cardinality(${table.roles}) > 0 and ${table.roles} <@ array['owner', 'florist', 'driver']`,
    ),
  ],
);

/** What a device proves itself with. The private key never leaves the device. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, in base64url. */
    id: text().primaryKey(),
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    publicKey: bytea().notNull(),
    /** Rises with each use on devices that count; an old value reveals a copy. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    /** Whether it is copied between devices by their maker. */
    isBackedUp: boolean().notNull(),
    /** The browser that made it, for the person to tell passkeys apart. */
    device: text().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index('passkeys_by_staff').on(table.staffId)],
);

/**
 * The browsers and networks in which somebody has signed in, as keyed hashes: there a link by letter is posted however many strangers
 * ask for one elsewhere.
 */
export const staffPlaces = pgTable(
  'staff_places',
  {
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['device', 'network'] }).notNull(),
    hash: bytea().notNull(),
    seenAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ name: 'staff_places_key', columns: [table.staffId, table.hash] }),
    check('staff_places_kind', sql`${table.kind} in ('device', 'network')`),
  ],
);

/** One-time links: an invitation, or the way in without a passkey. Only hashes are stored. */
export const staffLinks = pgTable(
  'staff_links',
  {
    hash: bytea().primaryKey(),
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['invitation', 'sign in'] }).notNull(),
    /** The browser that asked for it, by a cookie of its own: a link that was forwarded opens nothing elsewhere. */
    browserHash: bytea(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index('staff_links_by_staff').on(table.staffId), index('staff_links_by_expiry').on(table.expiresAt)],
);

/** Shown once, each good once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    hash: bytea().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.hash] })],
);

/** One sign-in at the desk. It ends by being deleted. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Of the secret in the cookie. */
    hash: bytea().notNull().unique('staff_sessions_hash'),
    staffId: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    startedAt: moment().notNull(),
    usedAt: moment().notNull(),
    /** Moves on with use: twelve hours without any end it. */
    expiresAt: moment().notNull(),
    /** How it was opened: without a passkey the desk asks to add one first. */
    openedBy: text({ enum: ['passkey', 'link', 'recovery code'] }).notNull(),
    /** When a passkey last confirmed something in it. */
    confirmedAt: moment(),
  },
  (table) => [
    index('staff_sessions_by_staff').on(table.staffId),
    index('staff_sessions_by_expiry').on(table.expiresAt),
  ],
);

/** What a passkey has to sign. Each is deleted by its first use, and worth nothing in another browser. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['sign in', 'add', 'confirm'] }).notNull(),
    /** The browser that asked for it, by its cookie. */
    browserHash: bytea().notNull(),
    /** Whose it is, once somebody is signed in. */
    staffId: integer().references(() => staff.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
  },
  (table) => [index('passkey_challenges_by_expiry').on(table.expiresAt)],
);

const Details = z.record(z.string(), z.unknown()).catch({});

/**
 * What was done at the desk, by whom and to what; a row is written in the transaction that does it and never changes.
 */
export const deskLog = pgTable(
  'desk_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    /** Null in rows that a version before `actor` wrote, until they are filled. */
    actor: text({ enum: ACTORS }),
    staffId: integer().references(() => staff.id),
    /** The name as it was then, to be shown: of the member of staff, or of the user on the machine. */
    who: text().notNull(),
    /** As `dispatch order` or `hide review`. */
    action: text().notNull(),
    subjectId: integer().notNull(),
    details: storedJson(Details).notNull(),
  },
  (table) => [
    index('desk_log_by_subject').on(table.action, table.subjectId),
    index('desk_log_by_staff').on(table.staffId, table.id),
    index('desk_log_by_kind').on(table.action, table.id),
    index('desk_log_by_day').on(sql`london_day(at)`, table.id),
  ],
);

export type StaffRow = typeof staff.$inferSelect;
export type StaffSessionRow = typeof staffSessions.$inferSelect;
