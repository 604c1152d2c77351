import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { eraseAccount } from '#server/features/accounts/own-data/erase-account.ts';
import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import type { DoneNow } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { lockCustomer } from './lock-customer.ts';

/** Deletes somebody who asked us to: the same as they could do themselves, with the same letter. The log keeps no name. */
export async function deleteCustomer(
  deps: Pick<Deps, 'clock' | 'db' | 'mail'>,
  sources: PersonalDataSource[],
  by: DoneNow,
  userId: number,
): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      await eraseAccount(deps, tx, sources, await lockCustomer(tx, userId));
      const details = { before: 'account', after: 'deleted' };
      await writeDeskLog(tx, by, 'delete customer', userId, details);
    });
  } catch (error) {
    // The words are for the person who leaves.
    if (error instanceof Conflict)
      throw new Conflict(`Not yet; nothing was deleted. They would read: “${error.message}”`, { cause: error });
    throw error;
  }
}
