import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { flowers } from '../table.ts';

/** How many stems of a flower make a bunch. Those that are not listed are bought by the stem. */
export async function listBunches(db: Database | Transaction): Promise<Map<string, number>> {
  const rows = await db.select().from(flowers);
  return new Map(rows.map(({ name, bunch }) => [name, bunch]));
}
