import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Longer than the shop takes to hear that the catalogue changed. */
const HEARS_WITHIN_MS = 100;

/** Makes the shop forget its kept answers, as any change of the catalogue does. */
export async function forget({ db }: { db: pg.Client }): Promise<void> {
  await db.query('notify catalogue_changed');
  await sleep(HEARS_WITHIN_MS);
}
