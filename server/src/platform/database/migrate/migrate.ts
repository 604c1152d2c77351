import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectWithoutTimeout } from '../pool/connect-without-timeout.ts';
import { applyMigration, type Patience, prepareList } from './apply-migration.ts';
import { readMigrations } from './read-migrations.ts';
import { listApplied, requireVersion } from './require-version.ts';

/**
 * An advisory lock, so that shops that start together migrate one after the other. Any number that nothing else uses.
 */
const MIGRATION_LOCK = 5_150_311;
const ASKED_EVERY_MS = 250;
const SAID_AFTER = 20;

/** The hash of each migration, in order. */
export const listMigrations = (): string[] => readMigrations().map(({ hash }) => hash);

type Options = { say?: (line: string) => void; patience?: Patience; all?: ReturnType<typeof readMigrations> };

/**
 * Migrates the database to this version of the shop, or to an earlier one by its number of migrations. Safe to repeat
 * and to run from several processes at once; each migration is applied as a whole. Refuses a database that another
 * version needs as it is.
 */
export async function migrate(
  connectionString: string,
  upTo = Number.POSITIVE_INFINITY,
  { say = () => {}, patience, all = readMigrations() }: Options = {},
): Promise<void> {
  // A migration, or the wait for another shop's, may take longer than a request may.
  const client = await connectWithoutTimeout({ connectionString, application_name: 'marigold-lane migration' });
  try {
    await lock(client, say);
    await requireVersion(client, all);
    await prepareList(client);
    const applied = new Set((await listApplied(client)).map(({ hash }) => hash));
    for (const migration of all.slice(0, upTo))
      if (!applied.has(migration.hash)) await applyMigration(client, migration, say, patience);
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again instead of waiting in one statement: whoever builds an index concurrently waits for every statement that
 * began before, and so both would wait for each other.
 */
async function lock(client: pg.Client, say: (line: string) => void): Promise<void> {
  for (let count = 0; ; count++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as "isOurs"', [MIGRATION_LOCK]);
    if (rows[0].isOurs) return;
    if (count === SAID_AFTER) say('Another shop is preparing the database: this one waits for it…');
    await sleep(ASKED_EVERY_MS);
  }
}
