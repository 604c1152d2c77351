import type { Shopper } from '../accounts/access-token.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { addresses } from './table.ts';

/** Called before an address is removed, by whom it matters to: frees what uses it, or refuses. */
export type DetachAddress = (tx: Transaction, shopper: Shopper, addressId: number) => Promise<void>;

/** Takes an address out of someone's list; another's is not found. What was sent there keeps its own copy. */
export async function removeAddress(
  { db }: Deps,
  letGo: DetachAddress,
  shopper: Shopper,
  addressId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, shopper.userId);
    await letGo(tx, shopper, addressId);
    const removed = await tx
      .delete(addresses)
      .where(and(eq(addresses.id, addressId), eq(addresses.userId, shopper.userId)))
      .returning({ id: addresses.id });
    if (removed.length === 0) throw new NotFound();
  });
}
