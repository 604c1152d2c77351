import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { deliverySettings } from './table.ts';

/** Until the owner sets something else. */
export const FLORIST_REFUND_PENCE = 2_000;

/** What a florist may give back of one order, in all. Above it an owner does, and confirms it with a passkey. */
export async function readFloristRefund(db: Database | Transaction): Promise<number> {
  const [settings] = await db.select({ pence: deliverySettings.floristRefundPence }).from(deliverySettings);
  return settings?.pence ?? FLORIST_REFUND_PENCE;
}
