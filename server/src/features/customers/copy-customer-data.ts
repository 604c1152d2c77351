import type { PersonalData } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { listPersonalData } from '#server/features/accounts/own-data/list-personal-data.ts';
import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import type { DoneNow } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { lockCustomer } from './lock-customer.ts';

/** Everything the shop holds about somebody who asked us for it: the copy that they could download themselves. */
export async function copyCustomerData(
  deps: Deps,
  sources: PersonalDataSource[],
  by: DoneNow,
  userId: number,
): Promise<PersonalData> {
  await deps.db.transaction(async (tx) => {
    await lockCustomer(tx, userId);
    await writeDeskLog(tx, by, 'copy data of customer', userId);
  });
  return listPersonalData(deps, sources, { userId });
}
