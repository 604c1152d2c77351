import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { listAddresses } from './list-addresses.ts';
import { addresses } from './table.ts';

export const addressPersonalData: PersonalDataSource = {
  name: 'addresses',
  list: ({ db }, userId) => listAddresses(db, userId),
  async erase(tx, userId) {
    await tx.delete(addresses).where(eq(addresses.userId, userId));
  },
  async distrust(tx, userId) {
    await tx.delete(addresses).where(eq(addresses.userId, userId));
  },
};
