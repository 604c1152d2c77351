import type pg from 'pg';
import { openClient } from '#server/platform/database/pool/open-client.ts';

/** A connection for `act` alone. */
export async function withClient<T>(
  connectionString: string,
  act: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const client = await openClient({ connectionString, ...options });
  try {
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
