import type { ChangeShop } from '#contract/desk-shop.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { DEFAULT_DETAILS, readDetails } from './read-details.ts';
import { shopDetails } from './table.ts';

const COLUMNS = {
  name: 'legalName',
  street: 'street',
  city: 'city',
  postcode: 'postcode',
  email: 'email',
  phone: 'phone',
  company_number: 'companyNumber',
  vat_number: 'vatNumber',
} as const satisfies Record<keyof ChangeShop, string>;

export type DetailsChanged = { before: Record<string, string>; after: Record<string, string> };

/** Changes what is named. Returns what was there before, of what differs; the database announces it to every process. */
export async function changeDetails(tx: Transaction, change: ChangeShop): Promise<DetailsChanged> {
  // One after the other: each is logged with what it replaced.
  await tx.execute(sql`lock table shop_details in share row exclusive mode`);
  const stored: Partial<Record<string, string>> = await readDetails(tx);
  const wanted = Object.entries(change).map(([key, value]) => [COLUMNS[key as keyof ChangeShop], value ?? ''] as const);
  const differing = wanted.filter(([column, value]) => (stored[column] ?? '') !== value);
  const changed = {
    before: Object.fromEntries(differing.map(([column]) => [column, stored[column] ?? ''])),
    after: Object.fromEntries(differing),
  };
  if (differing.length === 0) return changed;
  const row = Object.fromEntries(differing.map(([column, value]) => [column, toStored(column, value)]));
  await tx
    .insert(shopDetails)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: shopDetails.id, set: row });
  return changed;
}

/** What the code has is not stored: should it change there, it changes here. */
const toStored = (column: string, value: string): string | null =>
  value === '' || value === (DEFAULT_DETAILS as Partial<Record<string, string>>)[column] ? null : value;
