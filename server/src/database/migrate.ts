import { fileURLToPath } from 'node:url';
import { connect } from './connect.ts';
import { migrate as runMigrations } from './drizzle.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number that no one else uses: shops that start together migrate one after the other. */
const MIGRATION_LOCK = 5_150_311;

/** Brings the database to this version of the shop. Safe to repeat and to run from several processes at once. */
export async function migrate(connectionString: string): Promise<void> {
  const db = connect(connectionString);
  const holder = await db.$client.connect();
  holder.on('error', () => {});
  try {
    // Another shop's migration may take longer than a request ever should.
    await holder.query('SET statement_timeout = 0');
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(db, { migrationsFolder: MIGRATIONS });
  } finally {
    holder.release(true);
    await db.$client.end();
  }
}
