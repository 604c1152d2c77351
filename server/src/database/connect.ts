import pg from 'pg';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };

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
  return drizzle({ client: pool, schema, casing: 'snake_case' });
}
