import { addresses } from '../addresses/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { CartRow } from './table.ts';

type Wishes = Pick<CartRow, 'driverNote' | 'swapChoice' | 'nobodyIn'>;
type Remembered = { driverNote: string; swapChoice: Wishes['swapChoice'] | null; nobodyIn: Wishes['nobodyIn'] | null };

/** What a cart says until somebody chooses. */
export const NO_WISHES = { driverNote: '', nobodyIn: 'neighbour' } as const satisfies Partial<Wishes>;

/** The words for the driver are about a door: the address has them for the next time. The cart must be locked. */
export async function rememberWishes(tx: Transaction, addressId: number | null, wishes: Wishes): Promise<void> {
  const { driverNote, swapChoice, nobodyIn } = wishes;
  if (addressId !== null)
    await tx.update(addresses).set({ driverNote, swapChoice, nobodyIn }).where(eq(addresses.id, addressId));
}

/**
 * The wishes of a cart that goes to this address from now on: those it remembers. To a door of which nothing is known go no words
 * about another one. Whoever wanted to be asked about a missing flower is asked, wherever the flowers go.
 */
export function wishesAt(cart: CartRow, remembered: Remembered): Wishes {
  const swapChoice = remembered.swapChoice === 'ask' ? 'ask' : cart.swapChoice;
  const { driverNote, nobodyIn } = remembered;
  if (nobodyIn !== null) return { driverNote, nobodyIn, swapChoice };
  if (cart.shippingAddressId !== null) return { ...NO_WISHES, swapChoice };
  return { driverNote: cart.driverNote, nobodyIn: cart.nobodyIn, swapChoice };
}

/** Somebody has wished for something before an address was chosen. */
export const hasWishes = ({ driverNote, nobodyIn, swapChoice }: Wishes): boolean =>
  driverNote !== '' || nobodyIn !== NO_WISHES.nobodyIn || swapChoice === 'ask';
