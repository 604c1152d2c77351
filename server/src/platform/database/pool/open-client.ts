import pg from 'pg';
import { readHosts } from './hosts.ts';
import { requireServer } from './require-server.ts';

/**
 * A connection apart from the pools, to the first host of the connection string that is what it wants. The caller closes
 * it. If it is lost between two statements, the next one fails; that is soon enough, so its errors are ignored.
 */
export async function openClient({
  connectionString = '',
  ...options
}: pg.ClientConfig & { connectionString?: string | undefined }): Promise<pg.Client> {
  const hosts = readHosts(connectionString);
  const failures: Error[] = [];
  for (const address of hosts.each) {
    const client = new pg.Client({
      connectionTimeoutMillis: hosts.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...options,
      connectionString: address,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await requireServer(client, hosts);
      return client;
    } catch (error) {
      failures.push(error as Error);
      await client.end().catch(() => {});
    }
  }
  const [first] = failures;
  if (failures.length === 1 && first) throw first;
  const words = failures.map((error, index) => `${hosts.names[index]}: ${messageOf(error)}`);
  // By its code the failure is recognised as an outage; a host that is frozen gives none.
  const code = failures.map((error) => (error as { code?: string }).code).find((one) => one);
  throw Object.assign(new Error(words.join('; ')), { code, cause: first });
}

/** A host with several addresses fails with an AggregateError without a message of its own. */
export const messageOf = (error: Error): string =>
  error instanceof AggregateError ? String(error.errors[0]?.message) : error.message;
