import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { listCustomerNotes } from './find-customer.ts';
import { customerNotes } from './table.ts';

/** What we wrote about somebody is theirs to read, and goes with the account. */
export const notePersonalData: PersonalDataSource = {
  name: 'notes_of_staff',
  list: async ({ db }, userId) =>
    (await listCustomerNotes(db, userId)).map(({ text, who, at }) => ({ text, written_by: who, written_at: at })),
  async erase(tx, userId) {
    await tx.delete(customerNotes).where(eq(customerNotes.userId, userId));
  },
};
