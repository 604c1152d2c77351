import type pg from 'pg';
import { CannotStart } from '../cannot-start.ts';

/** The connections of an open shop, by the names they have had in every version. */
export const OF_A_SHOP = ['marigold-lane', 'marigold-lane watch', 'marigold-lane jobs'];

/**
 * Two versions of the shop can share a database only if both know its tables. A newer database is refused, and so is a
 * migration under an open shop: that shop would answer everything with errors from then on. `ours` are the hashes of the
 * migrations that this version knows.
 */
export async function requireVersion(client: pg.Client, ours: readonly string[]): Promise<void> {
  const applied = await listApplied(client);
  if (applied.some((hash) => !ours.includes(hash)))
    throw new CannotStart(
      'This database belongs to a newer version of the shop, which has changed its tables. Start that version, or restore a backup of this one into an empty database. Nothing was changed.',
    );
  if (applied.length === 0 || applied.length >= ours.length) return;
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = any($1)`,
    [OF_A_SHOP],
  );
  const open = rows[0]?.count ?? 0;
  if (open > 0)
    throw new CannotStart(
      `A shop of an earlier version is open on this database (${open} ${open === 1 ? 'connection' : 'connections'}) and does not know the tables of this one. Close it and start again. Nothing was changed.`,
    );
}

async function listApplied(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (found[0]?.name === null) return [];
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id');
  return rows.map(({ hash }) => hash);
}
