import { chargedExtras } from '#contract/order-totals.ts';
import type { OrderItem } from '#contract/orders.ts';
import type { Size } from '#contract/sizes.ts';

/** What is put into the cart: a bouquet in a size, how often, and what goes with each. */
export type CartItem = { product: number; size: Size; quantity: number; extras: readonly number[] };

/** The same once more: without extras that cannot be bought just now. */
export const toCartItem = ({ product, size, quantity, extras }: OrderItem): CartItem => ({
  product,
  size,
  quantity,
  extras: chargedExtras(extras).map(({ id }) => id),
});

/** As the shop is asked for it: the standard size and no extras are not named, as ever. */
export const toWantedItem = ({ product, size, quantity, extras }: CartItem) => ({
  product,
  quantity,
  ...(size !== 'standard' && { size }),
  ...(extras.length > 0 && { extras }),
});
