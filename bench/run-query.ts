import pg from 'pg';

/** A connection for `act` alone. */
export async function withClient<T>(
  connectionString: string,
  act: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, ...options });
  // A server that dies is noticed at the next query.
  client.on('error', () => {});
  try {
    await client.connect();
    return await act(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export const runQuery = <T extends object>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
  options?: pg.ClientConfig,
): Promise<T[]> => withClient(connectionString, async (client) => (await client.query<T>(text, values)).rows, options);
