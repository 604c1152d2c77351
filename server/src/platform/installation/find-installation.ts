import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { installation } from './table.ts';

export const NO_INSTALLATION = 'The table installation is empty: the shop does not know which invoices are its own.';

/** The id by which this shop's money is told from that of another shop with the same PayPal account. */
export async function findInstallation(db: Database | Transaction): Promise<string> {
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error(NO_INSTALLATION);
  return row.id;
}
