import { createNames } from './auto-prepare.ts';
import { ShopPool } from './shop-pool.ts';
import { type Database, withTransactions } from './transact.ts';

export type { Database, Transaction } from './transact.ts';

const POOL_SIZE = 10;

/** How long a request waits for the database. */
const LIMITS = {
  connectMs: 5_000,
  /** PostgreSQL ends the statement itself. */
  statementMs: 15_000,
  /** A server that has frozen, or a line that lost every packet, does not: then we stop waiting. */
  silentMs: 20_000,
};

/** A pool that gives up on a dead server within seconds, so that a request never hangs on it. */
export function connect(
  connectionString: string,
  onIdleError: (error: Error) => void = () => {},
  { connectMs, statementMs, silentMs } = LIMITS,
): Database {
  const pool = new ShopPool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: silentMs,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    application_name: 'marigold-lane',
  });
  pool.on('error', onIdleError);
  // One that is cut while someone uses it tells them; an error that nobody listens to would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', createNames());
  return withTransactions(pool);
}
