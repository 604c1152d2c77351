import type pg from 'pg';
import type { Hosts } from './hosts.ts';

/** A server that answers, but is not what is wanted; the SQLSTATE is that of a write that it would refuse. */
class NotWanted extends Error {
  readonly code = '25006';
}

const CHECKS: Record<Hosts['wanted'], { text: string; unwanted: string } | undefined> = {
  any: undefined,
  primary: { text: 'select pg_is_in_recovery()', unwanted: 'true' },
  // Also on for a standby.
  'read-write': { text: 'show transaction_read_only', unwanted: 'on' },
};

/** Throws if the server of this new connection is not what the connection string wants. */
export async function requireServer(client: pg.ClientBase, { wanted, connectMs }: Hosts): Promise<void> {
  const check = CHECKS[wanted];
  if (!check) return;
  const query = { text: check.text, rowMode: 'array' as const, query_timeout: connectMs };
  const { rows } = await client.query<[unknown]>(query);
  if (String(rows[0]?.[0]) === check.unwanted) throw new NotWanted('The database can only be read.');
}
