import { readFile } from 'node:fs/promises';
import * as z from 'zod';
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

/** How many stems of a flower make a bunch. Those that are not listed are bought by the stem. */
export async function listBunches(db: Database | Transaction): Promise<Map<string, number>> {
  const rows = await db.select().from(flowers);
  return new Map(rows.map(({ name, bunch }) => [name, bunch]));
}

const Bunches = z.array(z.object({ flower: z.string().min(1).max(100), bunch: z.int().min(1).max(1_000) }));

/** A file like catalogue/flowers.json. */
export async function readBunches(file: URL): Promise<Bunch[]> {
  return Bunches.parse(JSON.parse(await readFile(file, 'utf8')));
}
