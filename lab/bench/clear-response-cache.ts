import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Makes the shop clear its cached responses, as any change of the catalogue does; it takes less than 100 ms to notice. */
export async function clearResponseCache(db: pg.Client): Promise<void> {
  await db.query('notify catalogue_changed');
  await sleep(100);
}
