import { accessSync, constants, mkdirSync } from 'node:fs';
import { CannotStart } from '../cannot-start.ts';
import type { Config } from '../config.ts';
import type { DatabaseAddress } from './connect.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { readHosts } from './hosts.ts';
import { migrate } from './migrate.ts';
import { messageOf, openClient } from './open-client.ts';

export type OpenDatabase = DatabaseAddress & { stop(): Promise<void> };

/** The database named by DATABASE_URL, or our own under DATA_DIR; migrated and ready. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  say: (line: string) => void,
  onCrash: (reason: string, gone: boolean) => void = say,
): Promise<OpenDatabase> {
  if (databaseUrl) {
    await requireReachable(databaseUrl);
    await migrateOrExplain(databaseUrl);
    return { connectionString: databaseUrl, stop: async () => {} };
  }
  requireWritable(dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir, say, onCrash });
  try {
    await migrate(embedded.connectionString);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return embedded;
}

/** The cause is the rights of the role or the version of the server: the operator can mend both. */
async function migrateOrExplain(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    const cause = (error as Error).cause instanceof Error ? ((error as Error).cause as Error) : (error as Error);
    throw new CannotStart(
      `Cannot prepare the database (${cause.message}). The role in DATABASE_URL must be allowed to create tables and the extension pg_trgm.`,
    );
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
