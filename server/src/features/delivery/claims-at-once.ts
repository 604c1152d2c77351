import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { deliverySettings } from './table.ts';

/** Until the owner sets something else: three bouquets, and most orders are of one. */
export const CLAIMS_AT_ONCE_PENCE = 20_000;

/** Up to what damaged flowers may have cost to be replaced without somebody looking first. 0: somebody always does. */
export async function readClaimsAtOnce(db: Database | Transaction): Promise<number> {
  const [settings] = await db.select({ pence: deliverySettings.claimsAtOncePence }).from(deliverySettings);
  return settings?.pence ?? CLAIMS_AT_ONCE_PENCE;
}
