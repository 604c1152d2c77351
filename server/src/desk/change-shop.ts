import type { ChangeShop } from '#contract/desk-shop.ts';
import type { Deps } from '../deps.ts';
import { changeDetails } from '../shop/change-details.ts';
import type { DoneBy } from '../staff/done-by.ts';
import { writeDeskLog } from '../staff/write-desk-log.ts';

/** Changes who sells. What is already so is not written down again. */
export async function changeShopAtDesk(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  change: ChangeShop,
): Promise<void> {
  await db.transaction(async (tx) => {
    const details = await changeDetails(tx, change);
    if (Object.keys(details.after).length === 0) return;
    await writeDeskLog(tx, { at: clock.now(), ...by, action: 'set shop details', subjectId: 0, details });
  });
}
