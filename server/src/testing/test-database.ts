import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { rememberedRefusals } from '#server/features/accounts/log-in/remembered-refusals.ts';
import { connect, type Database, type DatabaseAddress } from '#server/platform/database/connect.ts';
import { dropDatabase } from './drop-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
    /** `host:port` of a pooler before it, through which the shops of the tests work; empty if there is none. */
    pooler: string;
  }
}

/** Migrated, and stocked with the demonstration bouquets. */
export const TEMPLATE = 'shop_template';

/** Far above the shop's own limits: many tests at once on a busy machine are slow without being stuck. */
const PATIENT = { connectMs: 60_000, statementMs: 120_000, silentMs: 180_000 };

export type TestDatabase = { connectionString: string; db: Database; drop(): Promise<void> };

/** A stocked shop copied from the template; the caller drops it. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase(TEMPLATE);

/** A database without tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template0');

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`));
  const connectionString = inDatabase(inject('postgres'), name);
  const db = connect(toAddress(connectionString), undefined, PATIENT);
  // Tests empty the table of counters.
  rememberedRefusals(db).longestMs = 0;
  const drop = async () => {
    await db.$client.end();
    await asAdmin((client) => dropDatabase(client, name));
  };
  return { connectionString, db, drop };
}

/** How a shop reaches this database: through the pooler, if the tests have one. */
function toAddress(connectionString: string): DatabaseAddress {
  const pooler = inject('pooler');
  if (!pooler) return { connectionString };
  const { pathname, username } = new URL(connectionString);
  const pooled = `postgresql://${username}@${pooler}${pathname}?sslmode=disable`;
  return { connectionString: pooled, directUrl: connectionString };
}

/** The same server, another database. */
export function inDatabase(connectionString: string, name: string): string {
  const address = new URL(connectionString);
  address.pathname = `/${name}`;
  return address.href;
}

async function asAdmin(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
