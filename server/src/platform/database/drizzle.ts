import { createRequire } from 'node:module';
import type * as Orm from 'drizzle-orm';
import type * as MigrationFiles from 'drizzle-orm/migrator';
import type * as NodePostgres from 'drizzle-orm/node-postgres';
import type * as PgCore from 'drizzle-orm/pg-core';

/**
 * Drizzle, loaded as CommonJS. Its ES modules have import cycles, and linking them costs Node 24 more than 200 MB and
 * half a second at every start; this way it is 15 MB and a tenth of a second. All files import it from here.
 */
const require = createRequire(import.meta.url);

export const {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
} = require('drizzle-orm') as typeof Orm;
export const {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgSchema,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} = require('drizzle-orm/pg-core') as typeof PgCore;
export const { drizzle } = require('drizzle-orm/node-postgres') as typeof NodePostgres;
export const { readMigrationFiles } = require('drizzle-orm/migrator') as typeof MigrationFiles;

export type { Placeholder, SQL } from 'drizzle-orm';
export type { NodePgDatabase } from 'drizzle-orm/node-postgres';
export type { AnyPgColumn } from 'drizzle-orm/pg-core';
