import pg from 'pg';

/**
 * A connection of its own, for work that may take longer than a request ever should, or has to wait for another process that
 * does such work. Whoever opens it ends it.
 */
export async function connectWithRetry(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...options, query_timeout: 0 });
  // One lost between two statements makes the next one fail; that is soon enough.
  client.on('error', () => {});
  await client.connect();
  await client.query('set statement_timeout = 0');
  return client;
}
