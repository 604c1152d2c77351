import type { Database } from './connect.ts';

/**
 * Throws the error that a write would get when the database can only be read, without writing. On a standby every
 * transaction is read-only, too. The connection is then closed, so that the pool renews the others.
 */
export async function requireWritable({ $client }: Database): Promise<void> {
  const client = await $client.connect();
  let lost: Error | undefined;
  try {
    const { rows } = await client.query('show transaction_read_only');
    if (rows[0].transaction_read_only === 'on')
      throw Object.assign(new Error('The database can only be read.'), { code: '25006' });
  } catch (error) {
    lost = error as Error;
    throw error;
  } finally {
    client.release(lost);
  }
}
