import pg from 'pg';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { createNames } from './name-statements.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };

/** What is done in it is done altogether or not at all. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const POOL_SIZE = 10;

/** A pool that gives up on a dead server within seconds, so that a request never hangs on it. */
export function connect(connectionString: string, onIdleError: (error: Error) => void = () => {}): Database {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idleTimeoutMillis: 60_000,
    application_name: 'marigold-lane',
  });
  pool.on('error', onIdleError);
  pool.on('connect', recoverLost);
  pool.on('connect', createNames());
  return drizzle({ client: pool, schema, casing: 'snake_case' });
}

/**
 * A connection that is cut while someone uses it must neither end the process, which an error nobody listens to does, nor
 * keep its place in the pool: Drizzle does not give back one whose `begin` failed.
 */
function recoverLost(client: pg.PoolClient): void {
  client.on('error', () => {});
  client.once('end', () => setTimeout(() => giveBack(client), 1_000).unref());
}

function giveBack(client: pg.PoolClient): void {
  try {
    client.release(true);
  } catch {
    // Who used it has given it back.
  }
}
