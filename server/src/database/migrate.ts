import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectWithoutTimeout } from './connect-without-timeout.ts';
import { drizzle, readMigrationFiles, migrate as runMigrations } from './drizzle.ts';
import { requireVersion } from './require-version.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/**
 * An advisory lock, so that shops that start together migrate one after the other. Any number that nothing else uses.
 */
const MIGRATION_LOCK = 5_150_311;

/** The hash of each migration, in order. */
export const listMigrations = (): string[] =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash);

/**
 * Migrates the database to this version of the shop, or to an earlier one by its number of migrations. Safe to repeat
 * and to run from several processes at once. Refuses a database that another version needs as it is.
 */
export async function migrate(connectionString: string, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  const { folder, remove } = await findFolder(upTo);
  // A migration, or the wait for another shop's, may take longer than a request may.
  const client = await connectWithoutTimeout({ connectionString, application_name: 'marigold-lane migration' });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requireVersion(client, listMigrations());
    await runMigrations(drizzle({ client: client }), { migrationsFolder: folder });
  } finally {
    await remove();
    await client.end();
  }
}

/** Drizzle runs every migration that a folder lists: for the first few it gets a folder that lists no more. */
async function findFolder(upTo: number): Promise<{ folder: string; remove(): Promise<void> }> {
  if (upTo === Number.POSITIVE_INFINITY) return { folder: MIGRATIONS, remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'marigold-lane-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, upTo) }));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
