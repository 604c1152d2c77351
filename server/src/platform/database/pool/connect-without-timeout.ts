import type pg from 'pg';
import { openClient } from './open-client.ts';

/**
 * A connection of its own without statement timeout, for work that takes longer than a request may, or waits for
 * another process that does such work. The caller closes it.
 */
export async function connectWithoutTimeout(options: pg.ClientConfig): Promise<pg.Client> {
  const client = await openClient({ ...options, query_timeout: 0 });
  await client.query('set statement_timeout = 0');
  return client;
}
