import type pg from 'pg';
import type { Database } from '../connect.ts';

/** A server that does not say even this within a while is frozen or cut off. */
const SILENT_MS = 3_000;

/**
 * Throws the error that a write would get when the database can only be read, without writing. On a standby every
 * transaction is read-only, too. The connection is then closed, so that the pool renews the others, and so it is if the
 * server says nothing: a balancer that asks every second notices that long before the statements of customers do.
 */
export async function requireWritable({ $client }: Database): Promise<void> {
  const client = await $client.connect();
  let lost: Error | undefined;
  try {
    const { rows } = await client.query({
      text: 'show transaction_read_only',
      query_timeout: SILENT_MS,
    } as pg.QueryConfig);
    if (rows[0].transaction_read_only === 'on')
      throw Object.assign(new Error('The database can only be read.'), { code: '25006' });
  } catch (error) {
    lost = error as Error;
    throw error;
  } finally {
    client.release(lost);
  }
}
