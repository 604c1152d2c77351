import { isDeepStrictEqual } from 'node:util';
import type { Address, ChangeAddress, SavedAddress } from '#contract/addresses.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { NOTHING_REMEMBERED } from './remember-wishes.ts';
import { type AddressRow, addresses } from './table.ts';
import { toAddress, toColumns } from './to-address.ts';

/**
 * Called before an address is changed: features that use it update their own rows, or refuse. At another door they give up what
 * was said about the first.
 */
export type MoveAddress = (tx: Transaction, shopper: Shopper, addressId: number, isOtherDoor: boolean) => Promise<void>;

/**
 * Corrects an address in someone's list; somebody else's is not found. Orders that were sent there have their own copy.
 * What it remembers for the driver is about a door, and does not follow it to another one. A request that changes nothing does not
 * call `move`.
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
    const isOtherDoor = !isSameDoor(before, after);
    await move(tx, shopper, addressId, isOtherDoor);
    const columns = { ...toColumns(after), ...(isOtherDoor && NOTHING_REMEMBERED) };
    const [row] = await tx.update(addresses).set(columns).where(isIt).returning();
    return toAddress(row as AddressRow);
  });
}

type Door = Pick<Address, 'street_address' | 'apartment_address' | 'city' | 'postal_code'>;

/**
 * Whether a corrected address is that of the same door. Capitals, spaces, commas and a postcode that was missing are written anew
 * without anybody moving.
 */
function isSameDoor(before: Door, after: Door): boolean {
  const isSame = (field: keyof Door) => bare(before[field]) === bare(after[field]);
  return (
    isSame('street_address') &&
    isSame('apartment_address') &&
    isSame('city') &&
    (before.postal_code === '' || isSame('postal_code'))
  );
}

const bare = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
