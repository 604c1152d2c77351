import pg from 'pg';

/**
 * A connection of its own without statement timeout, for work that takes longer than a request may, or waits for
 * another process that does such work. The caller closes it.
 */
export async function connectWithoutTimeout(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...options, query_timeout: 0 });
  // If the connection is lost between two statements, the next one fails; that is soon enough.
  client.on('error', () => {});
  await client.connect();
  await client.query('set statement_timeout = 0');
  return client;
}
