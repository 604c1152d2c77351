import { SHOP, type ShopDetails } from '#contract/shop.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { shopDetails } from './table.ts';

/** Until the owner sets something else. */
export const DEFAULT_DETAILS: ShopDetails = {
  legalName: SHOP.legalName,
  street: SHOP.street,
  city: SHOP.city,
  postcode: SHOP.postcode,
  email: SHOP.email,
};

/** Who sells: what the owner has set, and what the code has where nothing is. */
export async function readDetails(db: Database | Transaction): Promise<ShopDetails> {
  const [row] = await db.select().from(shopDetails);
  if (!row) return DEFAULT_DETAILS;
  const { id: _, ...stored } = row;
  const set = Object.entries(stored).filter(([, value]) => value !== null);
  return { ...DEFAULT_DETAILS, ...Object.fromEntries(set) };
}
