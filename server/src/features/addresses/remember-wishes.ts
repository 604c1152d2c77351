import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type AddressRow, addresses } from './table.ts';

type Wishes = Pick<AddressRow, 'driverNote' | 'swapChoice' | 'nobodyIn'>;

/** The wishes of an address of which nobody has said anything. */
export const NOTHING_REMEMBERED = { driverNote: '', nobodyIn: null, swapChoice: null } as const satisfies Wishes;

/** The wishes are about a door: the address has them for the next time. The cart that goes there must be locked. */
export async function rememberWishes(tx: Transaction, addressId: number, wishes: Wishes): Promise<void> {
  const { driverNote, swapChoice, nobodyIn } = wishes;
  await tx.update(addresses).set({ driverNote, swapChoice, nobodyIn }).where(eq(addresses.id, addressId));
}
