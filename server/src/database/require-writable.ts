import type { Database } from './connect.ts';

/**
 * Throws what a write would be refused with when the database can only be read, without writing. A standby says so as well:
 * there every transaction is read-only. The connection is closed then, and the pool finds out.
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
