import { isDeepStrictEqual } from 'node:util';
import type { ChangeAddress, SavedAddress } from '#contract/addresses.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { type AddressRow, addresses } from './table.ts';
import { toAddress, toColumns } from './to-address.ts';

/** Called before an address is changed: features that use it update their own rows, or refuse. */
export type MoveAddress = (tx: Transaction, shopper: Shopper, addressId: number) => Promise<void>;

/**
 * Corrects an address in someone's list; somebody else's is not found. Orders that were sent there have their own copy.
 * A request that changes nothing does not call `move`.
 */
export async function changeAddress(
  { db }: Deps,
  move: MoveAddress,
  shopper: Shopper,
  addressId: number,
  wanted: ChangeAddress,
): Promise<SavedAddress> {
  return db.transaction(async (tx) => {
    await lockUser(tx, shopper.userId);
    const isIt = and(eq(addresses.id, addressId), eq(addresses.userId, shopper.userId));
    const [found] = await tx.select().from(addresses).where(isIt);
    if (!found) throw new NotFound();
    const before = toAddress(found);
    const after = { ...before, address_type: found.addressType, ...wanted };
    if (isDeepStrictEqual(after, before)) return before;
    await move(tx, shopper, addressId);
    const [row] = await tx.update(addresses).set(toColumns(after)).where(isIt).returning();
    return toAddress(row as AddressRow);
  });
}
