import type { Size } from '#contract/sizes.ts';

/** What is put into the cart: a bouquet in a size, how often, and what goes with each. */
export type CartItem = { product: number; size: Size; quantity: number; extras: readonly number[] };

/** As the shop is asked for it: the standard size and no extras are not named, as ever. */
export const toWantedItem = ({ product, size, quantity, extras }: CartItem) => ({
  product,
  quantity,
  ...(size !== 'standard' && { size }),
  ...(extras.length > 0 && { extras }),
});
