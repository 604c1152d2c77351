import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { line } from '#contract/text.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { flowers } from '../table.ts';

const MOST_STEMS = 1_000;
const SAY_BUNCH = `A bunch has from 1 to ${MOST_STEMS} stems.`;

/** How a flower is sold at the market: named as the recipes do, in so many stems. */
export const MarketBunch = z.object({
  flower: line(100),
  bunch: z.int(SAY_BUNCH).min(1, SAY_BUNCH).max(MOST_STEMS, SAY_BUNCH),
});
export type Bunch = z.infer<typeof MarketBunch>;
const Bunches = z.array(MarketBunch);

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

/** A file like catalogue/flowers.json. */
export async function readBunches(file: URL): Promise<Bunch[]> {
  return Bunches.parse(JSON.parse(await readFile(file, 'utf8')));
}
