import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { dropDatabase } from '#server/testing/drop-database.ts';

/** The PostgreSQL that the proofs are to use instead of one of their own. */
export const GIVEN_SERVER = process.env.DATABASE_URL || undefined;

async function withClient<T>(server: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const tell = <T extends object>(server: string, statement: string): Promise<T[]> =>
  withClient(server, async (client) => (await client.query<T>(statement)).rows);

/** An empty database beside the one that is named, gone after `stop`: what is in the named one is none of our business. */
export async function makeDatabase(server: string): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const name = `marigold_lane_proof_${randomBytes(4).toString('hex')}`;
  await tell(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const stop = () => withClient(server, (client) => dropDatabase(client, name));
  return { connectionString: url.href, stop };
}

/** How often transactions of a database waited for each other in a ring; its server keeps the statements to itself. */
export async function countDeadlocks(connectionString: string): Promise<string[]> {
  const [found] = await tell<{ count: number }>(
    connectionString,
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  return Array.from({ length: found?.count ?? 0 }, () => 'deadlock: the log of the given server tells which');
}

export async function describeServer(server: string): Promise<string> {
  const [found] = await tell<{ server_version: string }>(server, 'show server_version');
  return `PostgreSQL ${found?.server_version}, given`;
}
