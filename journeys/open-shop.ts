import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FullConfig } from '@playwright/test';
import { makeMemoryFolder } from '#server/testing/memory-folder.ts';
import { openOutbox } from '#server/testing/servers/open-outbox.ts';
import { openOwnShop } from './own-shop.ts';

const STOCK = fileURLToPath(import.meta.resolve('./stock-shop.ts'));

/** Opens the shop that all journeys share. Returns a function that closes it. */
export default async function openShop({ projects }: FullConfig): Promise<() => Promise<void>> {
  const baseURL = projects[0]?.use.baseURL ?? '';
  const stocked = await makeMemoryFolder('marigold-lane-stocked-');
  await promisify(execFile)(process.execPath, [STOCK], { env: { ...process.env, DATA_DIR: stocked } });
  // The journeys run in other processes, which read these.
  process.env.JOURNEYS_STOCKED_DIR = stocked;
  const { close, dataDir } = await openOwnShop(baseURL);
  process.env.JOURNEYS_DATA_DIR = dataDir;
  const outbox = await openOutbox(dataDir, baseURL);
  process.env.JOURNEYS_OUTBOX = outbox.link;
  return async () => {
    await outbox.close();
    await close();
    await rm(stocked, { recursive: true, force: true });
  };
}
