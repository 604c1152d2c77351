import { mkdir } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';
import { findRunningDatabase } from '#server/platform/database/embedded/find-running-database.ts';
import type { OpenDatabase } from '#server/platform/database/open-database.ts';

/** The shop's database without migrating it: a backup is of what there is. */
export async function openUnmigrated({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Config): Promise<OpenDatabase & { isShopOpen: boolean }> {
  const stop = async () => {};
  if (databaseUrl) return { connectionString: databaseDirectUrl ?? databaseUrl, stop, isShopOpen: false };
  const running = await findRunningDatabase(dataDir);
  if (running) return { connectionString: running, stop, isShopOpen: true };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return { ...(await startEmbeddedPostgres({ dataDir, say: console.log })), isShopOpen: false };
}
