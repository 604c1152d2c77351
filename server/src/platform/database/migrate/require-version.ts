import type pg from 'pg';
import { CannotStart } from '#server/platform/cannot-start.ts';
import type { Migration } from './read-migrations.ts';

/** The connections of an open shop, by the names they have had in every version. */
export const OF_A_SHOP = ['marigold-lane', 'marigold-lane watch', 'marigold-lane jobs', 'marigold-lane import'];

type Applied = { hash: string; isBesideEarlier: boolean };

/**
 * Two versions of the shop can share a database only if both know its tables, or if what the newer one changed was
 * written so that the older one can stay (docs/decisions/upgrades.md). Otherwise a newer database is refused, and so is a
 * migration under an open shop: that shop would answer everything with errors from then on. `ours` are the migrations
 * that this version knows.
 */
export async function requireVersion(client: pg.Client, ours: readonly Migration[]): Promise<void> {
  const applied = await listApplied(client);
  const known = new Set(ours.map(({ hash }) => hash));
  if (applied.some(({ hash, isBesideEarlier }) => !known.has(hash) && !isBesideEarlier))
    throw new CannotStart(
      'This database belongs to a newer version of the shop, which has changed its tables. Start that version, or restore a backup of this one into an empty database. Nothing was changed.',
    );
  if (applied.length === 0) return;
  const done = new Set(applied.map(({ hash }) => hash));
  const pending = ours.filter(({ hash }) => !done.has(hash));
  if (pending.length > 0) await requireBeside(client, pending);
}

async function requireBeside(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  const closing = pending.filter(({ isBesideEarlier }) => !isBesideEarlier).map(({ name }) => name);
  const tooSoon = pending
    .filter(({ contracts }) => pending.some(({ name }) => contracts.includes(name.slice(0, 4))))
    .map(({ name }) => name);
  if (closing.length + tooSoon.length === 0) return;
  const open = await countOpen(client);
  if (open === 0) return;
  const connections = `${open} ${open === 1 ? 'connection' : 'connections'}`;
  throw new CannotStart(
    closing.length > 0
      ? `A shop of an earlier version is open on this database (${connections}) and does not know the tables of this one (${listNames(closing)}). Close it and start again. Nothing was changed.`
      : `A shop of an earlier version is open on this database (${connections}) and still needs what this one removes (${listNames(tooSoon)}). Upgrade to the version between them first, or close it and start again. Nothing was changed.`,
  );
}

/** The first and how many more. */
const listNames = ([first, ...more]: string[]): string =>
  `${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;

async function countOpen(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = any($1)`,
    [OF_A_SHOP],
  );
  return rows[0]?.count ?? 0;
}

/** What was applied to this database, in order; before the list said more, every migration needed a closed shop. */
export async function listApplied(client: pg.Client): Promise<Applied[]> {
  const { rows: found } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (found[0]?.name === null) return [];
  const { rows } = await client.query<Applied>(
    `select hash, coalesce((to_jsonb(m) ->> 'beside_earlier')::boolean, false) as "isBesideEarlier"
      from drizzle.__drizzle_migrations m order by id`,
  );
  return rows;
}
