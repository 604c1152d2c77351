import type { Config } from '#server/config.ts';
import { findRunningDatabase } from './embedded/find-running-database.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

/** The shop's database for a command: that of the running shop, or else opened as the shop would open it. */
export async function joinDatabase(config: Config, say: (line: string) => void): Promise<OpenDatabase> {
  const running = config.databaseUrl ? undefined : await findRunningDatabase(config.dataDir);
  return running ? { connectionString: running, stop: async () => {} } : openDatabase(config, say);
}
