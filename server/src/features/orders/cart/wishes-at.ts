import type { AddressRow } from '#server/features/addresses/table.ts';
import type { CartRow } from './table.ts';

type Wishes = Pick<CartRow, 'driverNote' | 'swapChoice' | 'nobodyIn'>;
type Remembered = Pick<AddressRow, keyof Wishes>;

/** What a cart says until somebody chooses. */
export const NO_WISHES = { driverNote: '', nobodyIn: 'neighbour' } as const satisfies Partial<Wishes>;

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
