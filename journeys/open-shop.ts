import type { FullConfig } from '@playwright/test';
import { openOutbox } from '#server/testing/servers/open-outbox.ts';
import { openOwnShop } from './own-shop.ts';

/** Opens the shop that all journeys share. Returns a function that closes it. */
export default async function openShop({ projects }: FullConfig): Promise<() => Promise<void>> {
  const baseURL = projects[0]?.use.baseURL ?? '';
  const { close, dataDir } = await openOwnShop(baseURL);
  // The journeys run in other processes, which read these.
  process.env.JOURNEYS_DATA_DIR = dataDir;
  const outbox = await openOutbox(dataDir, baseURL);
  process.env.JOURNEYS_OUTBOX = outbox.link;
  return async () => {
    await outbox.close();
    await close();
  };
}
