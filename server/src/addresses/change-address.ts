import { isDeepStrictEqual } from 'node:util';
import type { Address, ChangeAddress } from '#contract/addresses.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { type AddressRow, addresses } from './table.ts';
import { toAddress, toColumns } from './to-address.ts';

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
