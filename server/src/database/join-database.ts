import type { Config } from '../config.ts';
import { findRunningDatabase } from './find-running-database.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

/** The shop's database for a command: an open shop shares its own with those who ask, otherwise it is opened as the shop would. */
export async function joinDatabase(config: Config, say: (line: string) => void): Promise<OpenDatabase> {
  const running = config.databaseUrl ? undefined : await findRunningDatabase(config.dataDir);
  return running ? { connectionString: running, stop: async () => {} } : openDatabase(config, say);
}
