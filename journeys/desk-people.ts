import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { findRunningDatabase } from '#server/platform/database/embedded/find-running-database.ts';
import { addDevice } from './desk-device.ts';

const run = promisify(execFile);

/** A shop of the journeys' own: where it is, and where its data are. */
export type DeskShop = { address: string; dataDir: string };

/** Runs a command of the desk beside the open shop; returns the last line that it prints. */
export async function runAtDesk({ address, dataDir }: DeskShop, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: address, DATABASE_URL: '', JWT_SECRET: '' };
  const { stdout } = await run(process.execPath, ['server/src/command-line/desk-command.ts', ...words], { env });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Follows an invitation in this browser, and makes a passkey. */
export async function joinDesk(page: Page, link: string, name: string): Promise<void> {
  await addDevice(page);
  await page.goto(link);
  await page.getByLabel('What shall we call you?').fill(name);
  await page.getByRole('button', { name: 'Create a passkey and join' }).click();
  await page.waitForURL((url) => !url.pathname.includes('invitation'));
}

/** Writes to the shop's database what a journey cannot wait for. */
export async function writeToShop({ dataDir }: DeskShop, statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: await findRunningDatabase(dataDir) });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
