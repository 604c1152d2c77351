import { randomBytes } from 'node:crypto';
import { dropDatabase } from '#server/testing/drop-database.ts';
import { runQuery, withClient } from '../rig/run-query.ts';

/** The PostgreSQL that the proofs are to use instead of one of their own. */
export const GIVEN_SERVER = process.env.DATABASE_URL || undefined;

/** An empty database beside the one that is named, dropped by `stop`; the named one is not touched. */
export async function makeDatabase(server: string): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const name = `marigold_lane_proof_${randomBytes(4).toString('hex')}`;
  await runQuery(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const stop = () => withClient(server, (client) => dropDatabase(client, name));
  return { connectionString: url.href, stop };
}

/** The deadlocks of a database; their statements are in the log of its server. */
export async function countDeadlocks(connectionString: string): Promise<string[]> {
  const [found] = await runQuery<{ count: number }>(
    connectionString,
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  return Array.from({ length: found?.count ?? 0 }, () => 'deadlock: the log of the given server tells which');
}

export async function describeServer(server: string): Promise<string> {
  const [found] = await runQuery<{ server_version: string }>(server, 'show server_version');
  return `PostgreSQL ${found?.server_version}, given`;
}
