import { LRUCache } from 'lru-cache';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { memoizeFor } from '#server/platform/memoize.ts';

/** A florist has a few hundred names of flowers, and most bouquets share them. */
const MOST_NAMES = 5_000;
/** A newer version of the shop may read them otherwise while this one is still open. */
const KNOWN_FOR_MS = 10 * 60_000;

const plantsByName = memoizeFor(
  (_: Database) => new LRUCache<string, string[]>({ max: MOST_NAMES, ttl: KNOWN_FOR_MS }),
);

/**
 * What the database function `plants_in` makes of stems as they are stored, each plant once. It reads stem by stem, so the plants of a
 * name that is known need no statement: reading them was half of what PostgreSQL spent on a bouquet.
 */
export async function listPlants(db: Database, stems: unknown): Promise<string[]> {
  const named = toNames(stems);
  if (!named) return readPlants(db, stems);
  const known = plantsByName(db);
  const unknown = [...new Set(named)].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const { rows } = await db.execute<{ name: string; plants: string[] }>(sql`
      select name, plants_in(jsonb_build_array(jsonb_build_object('flower', name))) as plants
      from unnest(${sql.param(unknown)}::text[]) as name`);
    for (const { name, plants } of rows) known.set(name, plants);
  }
  const plants = named.map((name) => known.get(name));
  // One may have been dropped meanwhile.
  if (plants.some((some) => some === undefined)) return readPlants(db, stems);
  return [...new Set(plants.flatMap((some) => some ?? []))];
}

/** Undefined if they are stored otherwise than the shop stores them. */
function toNames(stems: unknown): string[] | undefined {
  if (!Array.isArray(stems)) return undefined;
  const names = stems.map((stem) => (typeof stem?.flower === 'string' ? stem.flower : undefined));
  return names.every((name) => name !== undefined) ? names : undefined;
}

async function readPlants(db: Database, stems: unknown): Promise<string[]> {
  const { rows } = await db.execute<{ plants: string[] }>(
    sql`select plants_in(${JSON.stringify(stems)}::jsonb) as plants`,
  );
  return rows[0]?.plants ?? [];
}
