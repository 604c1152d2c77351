import { NotFound, NotSignedIn } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { UserRow } from '#server/features/accounts/to-user.ts';
import type { Transaction } from '#server/platform/database/connect.ts';

/** Locks a customer until the transaction ends. Whoever has left is not found, however close before. */
export async function lockCustomer(tx: Transaction, id: number): Promise<UserRow> {
  try {
    return await lockUser(tx, id);
  } catch (error) {
    // Words for the person herself: whoever asks here is signed in.
    if (error instanceof NotSignedIn) throw new NotFound();
    throw error;
  }
}
