import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { flowers } from '../table.ts';

export type Bunch = { flower: string; bunch: number };

/** Sets how many stems of each of these flowers make a bunch; others stay as they are. */
export async function setBunches(db: Pick<Database | Transaction, 'insert'>, bunches: readonly Bunch[]): Promise<void> {
  if (bunches.length === 0) return;
  await db
    .insert(flowers)
    .values(bunches.map(({ flower, bunch }) => ({ name: flower, bunch })))
    .onConflictDoUpdate({ target: flowers.name, set: { bunch: sql`excluded.bunch` } });
}
