import type { ChangeShop } from '#contract/desk-shop.ts';
import type { ShopDetails } from '#contract/shop.ts';
import type { Deps } from '#server/deps.ts';
import { changeDetails } from '#server/features/shop/change-details.ts';
import { readDetails } from '#server/features/shop/read-details.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';

/** Changes who sells, and returns what is so then: another owner may change it in the next moment. What is already so is not written down again. */
export async function changeShopAtDesk(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  change: ChangeShop,
): Promise<ShopDetails> {
  return db.transaction(async (tx) => {
    const details = await changeDetails(tx, change);
    if (Object.keys(details.after).length > 0)
      await writeDeskLog(tx, { at: clock.now(), ...by }, 'set shop details', 0, details);
    return readDetails(tx);
  });
}
