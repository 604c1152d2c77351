import type { SavedAddress } from '#contract/addresses.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { asc, eq } from '#server/platform/database/drizzle.ts';
import { addresses } from './table.ts';
import { toAddress } from './to-address.ts';

/** Someone's addresses, the first added first. */
export async function listAddresses(db: Database | Transaction, userId: number): Promise<SavedAddress[]> {
  const rows = await db.select().from(addresses).where(eq(addresses.userId, userId)).orderBy(asc(addresses.id));
  return rows.map(toAddress);
}
