import { accessSync, constants, mkdirSync } from 'node:fs';
import type { Config } from '#server/config.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import type { DatabaseAddress } from './connect.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate/migrate.ts';
import { readHosts } from './pool/hosts.ts';
import { messageOf, openClient } from './pool/open-client.ts';

export type OpenDatabase = DatabaseAddress & { stop(): Promise<void> };

/** The database named by DATABASE_URL, or our own under DATA_DIR; migrated and ready. */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Config,
  say: (line: string) => void,
  onCrash: (reason: string, gone: boolean) => void = say,
): Promise<OpenDatabase> {
  if (databaseUrl) {
    await requireReachable(databaseDirectUrl ?? databaseUrl);
    if (databaseDirectUrl) await requirePooler(databaseUrl, databaseDirectUrl, say);
    await migrateOrExplain(databaseDirectUrl ?? databaseUrl, say);
    return { connectionString: databaseUrl, directUrl: databaseDirectUrl, stop: async () => {} };
  }
  requireWritable(dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir, say, onCrash });
  try {
    await migrate(embedded.connectionString, undefined, { say });
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return embedded;
}

/** The cause is the rights of the role or the version of the server: the operator can mend both. */
async function migrateOrExplain(databaseUrl: string, say: (line: string) => void): Promise<void> {
  try {
    await migrate(databaseUrl, undefined, { say });
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    const cause = (error as Error).cause instanceof Error ? ((error as Error).cause as Error) : (error as Error);
    throw new CannotStart(
      `Cannot prepare the database (${cause.message}). The role in DATABASE_URL must be allowed to create tables and the extension pg_trgm.`,
    );
  }
}

/** Both addresses must lead to the same database, or the shop would listen to one and write into the other. */
async function requirePooler(databaseUrl: string, directUrl: string, say: (line: string) => void): Promise<void> {
  await requireReachable(databaseUrl);
  const [pooled, direct] = [await describeDatabase(databaseUrl), await describeDatabase(directUrl)];
  if (pooled?.identity !== direct?.identity)
    throw new CannotStart('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Mend one of them.');
  if (pooled?.limit === '0')
    say('Statements through the pooler have no time limit: give it one, as docs/operating/pgbouncer.md says.');
}

async function describeDatabase(connectionString: string): Promise<{ identity: string; limit: string } | undefined> {
  const client = await openClient({ connectionString });
  try {
    const { rows } = await client.query(
      `select oid || ' ' || extract(epoch from pg_postmaster_start_time()) as identity, current_setting('statement_timeout') as limit
        from pg_database where datname = current_database()`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

async function requireReachable(databaseUrl: string): Promise<void> {
  try {
    await (await openClient({ connectionString: databaseUrl })).end();
  } catch (error) {
    const where = readHosts(databaseUrl).names.join(', ');
    throw new CannotStart(
      `Cannot reach the database at ${where} (${messageOf(error as Error)}). Start it, or mend DATABASE_URL.`,
    );
  }
}

function requireWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CannotStart(
      `Cannot write to ${dataDir} (${(error as NodeJS.ErrnoException).code}). Set DATA_DIR to a folder you may write to.`,
    );
  }
}
