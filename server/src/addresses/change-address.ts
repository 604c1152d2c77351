import type { Address, ChangeAddress } from '#contract/addresses.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { type AddressRow, addresses } from './table.ts';
import { toAddress } from './to-address.ts';

/** Called before an address is changed, by whom it matters to: takes note of it, or refuses. */
export type MoveAddress = (tx: Transaction, shopper: Shopper, addressId: number) => Promise<void>;

/**
 * Corrects an address in someone's list; another's is not found. What was sent there keeps its own copy. A call that changes
 * nothing moves nothing.
 */
export async function changeAddress(
  { db }: Deps,
  move: MoveAddress,
  shopper: Shopper,
  addressId: number,
  wanted: ChangeAddress,
): Promise<Address> {
  return db.transaction(async (tx) => {
    await lockUser(tx, shopper.userId);
    const isIt = and(eq(addresses.id, addressId), eq(addresses.userId, shopper.userId));
    const [before] = await tx.select().from(addresses).where(isIt);
    if (!before) throw new NotFound();
    const after = { ...before, ...toColumns(wanted) };
    if (JSON.stringify(toAddress(after)) === JSON.stringify(toAddress(before))) return toAddress(before);
    await move(tx, shopper, addressId);
    const [row] = await tx.update(addresses).set(toColumns(wanted)).where(isIt).returning();
    return toAddress(row as AddressRow);
  });
}

/** Only what was sent. */
function toColumns(wanted: ChangeAddress): Partial<AddressRow> {
  const columns = {
    country: wanted.country,
    city: wanted.city,
    streetAddress: wanted.street_address,
    apartmentAddress: wanted.apartment_address,
    postalCode: wanted.postal_code,
    addressType: wanted.address_type,
    phone: wanted.phone,
    recipientName: wanted.recipient_name,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
