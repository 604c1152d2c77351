import type { SavedAddress } from '#contract/addresses.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { NOTHING_REMEMBERED } from './remember-wishes.ts';
import { addresses } from './table.ts';
import { toAddress } from './to-address.ts';

/** Called before the wishes of an address are forgotten: features that have a copy which is not binding yet forget theirs. */
export type DropWishes = (tx: Transaction, shopper: Shopper, addressId: number) => Promise<void>;

/** Forgets what an address in someone's list remembers for the next order; somebody else's is not found. */
export async function forgetWishes(
  { db }: Deps,
  drop: DropWishes,
  shopper: Shopper,
  addressId: number,
): Promise<SavedAddress> {
  return db.transaction(async (tx) => {
    await lockUser(tx, shopper.userId);
    await drop(tx, shopper, addressId);
    const [row] = await tx
      .update(addresses)
      .set(NOTHING_REMEMBERED)
      .where(and(eq(addresses.id, addressId), eq(addresses.userId, shopper.userId)))
      .returning();
    if (!row) throw new NotFound();
    return toAddress(row);
  });
}
