import pg from 'pg';
import { createNames } from './name-statements.ts';
import { type Database, withTransactions } from './transact.ts';

export type { Database, Transaction } from './transact.ts';

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
  // One that is cut while someone uses it tells them; an error that nobody listens to would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', createNames());
  return withTransactions(pool);
}
