import { applyMigration, type Patience, prepareList } from './apply-migration.ts';
import { connectWithoutTimeout } from './connect-without-timeout.ts';
import { readMigrations } from './read-migrations.ts';
import { listApplied, requireVersion } from './require-version.ts';

/**
 * An advisory lock, so that shops that start together migrate one after the other. Any number that nothing else uses.
 */
const MIGRATION_LOCK = 5_150_311;

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
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requireVersion(client, all);
    await prepareList(client);
    const applied = new Set((await listApplied(client)).map(({ hash }) => hash));
    for (const migration of all.slice(0, upTo))
      if (!applied.has(migration.hash)) await applyMigration(client, migration, say, patience);
  } finally {
    await client.end();
  }
}
