import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { addresses } from './table.ts';

/** Called before an address is removed: features that use it detach their own rows, or refuse. */
export type DetachAddress = (tx: Transaction, shopper: Shopper, addressId: number) => Promise<void>;

/**
 * Removes an address from someone's list; somebody else's is not found. Orders that were sent there have their own
 * copy.
 */
export async function removeAddress(
  { db }: Deps,
  detach: DetachAddress,
  shopper: Shopper,
  addressId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, shopper.userId);
    await detach(tx, shopper, addressId);
    const removed = await tx
      .delete(addresses)
      .where(and(eq(addresses.id, addressId), eq(addresses.userId, shopper.userId)))
      .returning({ id: addresses.id });
    if (removed.length === 0) throw new NotFound();
  });
}
