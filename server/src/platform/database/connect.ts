import { createAutoPrepare } from './auto-prepare.ts';
import { shareFairly } from './pool/fair-share.ts';
import { ShopPool } from './pool/shop-pool.ts';
import { type Database, withTransactions } from './transact.ts';

export type { Database, Transaction } from './transact.ts';

const POOL_SIZE = 10;

/** How long a request waits for the database. */
const LIMITS = {
  connectMs: 5_000,
  /** PostgreSQL ends the statement itself. */
  statementMs: 15_000,
  /** A frozen server, or a network that drops every packet, does not: then the client stops waiting. */
  silentMs: 20_000,
};

/** Where the database is; `directUrl` leads past a pooler, for what needs a session of its own. */
export type DatabaseAddress = { connectionString: string; directUrl?: string | undefined };

/** A pool that gives up on a dead server within seconds, so that a request never hangs on it. */
export function connect(
  address: string | DatabaseAddress,
  onIdleError: (error: Error) => void = () => {},
  { connectMs, statementMs, silentMs } = LIMITS,
): Database {
  const { connectionString, directUrl }: DatabaseAddress =
    typeof address === 'string' ? { connectionString: address } : address;
  const isPooled = directUrl !== undefined;
  const pool = new ShopPool({
    connectionString,
    directUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: connectMs,
    // A pooler refuses what is set for a session; its own settings have this limit then (docs/operating/pgbouncer.md).
    statement_timeout: isPooled ? false : statementMs,
    query_timeout: silentMs,
    keepAlive: true,
    // A machine that is gone without a word is noticed on idle connections, too.
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'marigold-lane',
  });
  pool.share = shareFairly(POOL_SIZE, connectMs);
  pool.on('error', onIdleError);
  // A connection that breaks in use fails its query; without a listener the error event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (!isPooled) pool.on('connect', createAutoPrepare());
  return withTransactions(pool);
}
