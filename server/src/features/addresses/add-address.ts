import type { NewAddress, SavedAddress } from '#contract/addresses.ts';
import { MAX_ADDRESSES } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type AddressRow, addresses } from './table.ts';
import { toAddress, toColumns } from './to-address.ts';

/** Adds an address to someone's list, unless it is full. */
export async function addAddress({ clock, db }: Deps, { userId }: Shopper, wanted: NewAddress): Promise<SavedAddress> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await tx.$count(addresses, eq(addresses.userId, userId))) >= MAX_ADDRESSES) {
      throw new Invalid({
        non_field_errors: [`You can keep at most ${MAX_ADDRESSES} addresses. Please delete one first.`],
      });
    }
    const [row] = await tx
      .insert(addresses)
      .values({
        ...toColumns(wanted),
        driverNote: wanted.driver_note,
        nobodyIn: wanted.nobody_in,
        swapChoice: wanted.swap_choice,
        userId,
        createdAt: clock.now(),
      })
      .returning();
    return toAddress(row as AddressRow);
  });
}
