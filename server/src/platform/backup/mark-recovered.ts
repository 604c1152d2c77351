import type pg from 'pg';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { migrate } from '#server/platform/database/migrate/migrate.ts';
import { OF_A_SHOP } from '#server/platform/database/migrate/require-version.ts';
import { openClient } from '#server/platform/database/pool/open-client.ts';
import { endAccess } from './end-access.ts';
import { readSequences, skipNumbers } from './sequences.ts';

/**
 * Makes a database that PostgreSQL's own tools brought back to `takenAt` a copy on standby, as `restoreBackup` does with
 * what it fills: sessions and one-time keys are deleted, numbers go on far behind what was used since, and no money moves
 * before it takes over. All of it or nothing; refused while a shop is open on it.
 */
export async function markRecovered(
  connectionString: string,
  takenAt: Date,
  { resetPasswords = false }: { resetPasswords?: boolean } = {},
): Promise<void> {
  if (!(takenAt.getTime() <= Date.now()))
    throw new CannotStart('Name the moment it was brought back to, in the past, as 2026-11-17T09:41:59Z.');
  const client = await openClient({ connectionString, application_name: 'marigold-lane restore' });
  try {
    await requireRecovered(client);
    await requireNothingLater(client, takenAt);
    await migrate(connectionString);
    await client.query('begin');
    await endAccess(client, { resetPasswords });
    await skipNumbers(client, await readSequences(client), takenAt);
    await client.query('insert into restores (taken_at, restored_at) values ($1, now())', [takenAt]);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** A shop that is open would be on standby from one moment to the next, and all its customers signed out. */
async function requireRecovered(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ recovering: boolean; open: boolean; shop: boolean }>(
    `select pg_is_in_recovery() as recovering, to_regclass('public.restores') is not null as shop,
      exists (select from pg_stat_activity where datname = current_database() and application_name = any($1)) as open`,
    [OF_A_SHOP],
  );
  const [state] = rows;
  if (state?.recovering) throw new CannotStart('PostgreSQL is still recovering: promote it first.');
  if (!state?.shop) throw new CannotStart('There is no shop in this database.');
  if (state.open) throw new CannotStart('A shop is open on this database. Close it first.');
}

/** PayPal is asked for what happened since that moment: a wrong one would leave something out. */
async function requireNothingLater(client: pg.Client, takenAt: Date): Promise<void> {
  const { rows } = await client.query<{ latest: Date | null }>('select max(changed_at) as latest from payments');
  const latest = rows[0]?.latest;
  if (latest && latest.getTime() > takenAt.getTime() + 1_000)
    throw new CannotStart(
      `It holds a payment of ${latest.toISOString()}, which is later: this is not the shop as it was then.`,
    );
}
