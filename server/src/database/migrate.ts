import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectWithRetry } from './connect-with-retry.ts';
import { drizzle, readMigrationFiles, migrate as runMigrations } from './drizzle.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number that no one else uses: shops that start together migrate one after the other. */
const MIGRATION_LOCK = 5_150_311;

/** What marks each migration, in order. */
export const listMigrations = (): string[] =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash);

/**
 * Brings the database to this version of the shop, or to an earlier one by its number of migrations. Safe to repeat and to
 * run from several processes at once.
 */
export async function migrate(connectionString: string, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  const { folder, remove } = await findFolder(upTo);
  // A migration, ours or another shop's, may take longer than a request ever should.
  const holder = await connectWithRetry({ connectionString });
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(drizzle({ client: holder }), { migrationsFolder: folder });
  } finally {
    await remove();
    await holder.end();
  }
}

/** Drizzle takes all that a folder lists: for the first few, a folder that lists no more. */
async function findFolder(upTo: number): Promise<{ folder: string; remove(): Promise<void> }> {
  if (upTo === Number.POSITIVE_INFINITY) return { folder: MIGRATIONS, remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'marigold-lane-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, upTo) }));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
