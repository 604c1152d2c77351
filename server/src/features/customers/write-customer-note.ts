import type { CustomerNote } from '#contract/desk-customers.ts';
import type { Deps } from '#server/deps.ts';
import type { DoneNow } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { lockCustomer } from './lock-customer.ts';
import { customerNotes } from './table.ts';

/** A note about a customer. It is part of the copy of their data: the log says that it was written, not what. */
export async function writeCustomerNote(
  { db }: Pick<Deps, 'db'>,
  by: DoneNow,
  userId: number,
  text: string,
): Promise<CustomerNote> {
  return db.transaction(async (tx) => {
    await lockCustomer(tx, userId);
    const [note] = await tx
      .insert(customerNotes)
      .values({ ...by, userId, text })
      .returning();
    if (!note) throw new Error('A note that was written is there.');
    await writeDeskLog(tx, by, 'write note on customer', userId);
    return { id: note.id, text, who: by.who, at: by.at.toISOString() };
  });
}
