import type { Order } from '#contract/orders.ts';
import { users } from '#server/features/accounts/table.ts';
import { addresses } from '#server/features/addresses/table.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { getTableColumns } from '#server/platform/database/drizzle.ts';
import { toCart } from '../history/to-order.ts';
import { LINES_OF_CART } from '../list-lines.ts';
import { type PricedCart, priceCart } from './price-cart.ts';
import { type CartRow, carts } from './table.ts';

const { id: _id, userId: _userId, createdAt: _createdAt, ...ADDRESS } = getTableColumns(addresses);
const { driverNote: _driverNote, nobodyIn: _nobodyIn, swapChoice: _swapChoice, ...PLACE } = ADDRESS;

/** What is shown of a cart, and no more: each column costs time in PostgreSQL, on the way and here. */
export const WHOLE_CART = {
  cart: {
    id: carts.id,
    userId: carts.userId,
    text: carts.text,
    driverNote: carts.driverNote,
    swapChoice: carts.swapChoice,
    nobodyIn: carts.nobodyIn,
    shippingAddressId: carts.shippingAddressId,
    deliveryDate: carts.deliveryDate,
    promoCodeId: carts.promoCodeId,
  },
  owner: { firstName: users.firstName, lastName: users.lastName },
  place: PLACE,
  lines: LINES_OF_CART,
};

type FoundCart = Omit<Parameters<typeof toCart>[0], keyof PricedCart> & {
  cart: Pick<CartRow, 'userId' | 'promoCodeId'>;
};

/** A cart that was read, at the prices of this moment. Without a code nothing more is read. */
export const toPricedCart = async (
  db: Database | Transaction,
  found: FoundCart,
  terms: DeliveryTerms,
): Promise<Order> =>
  toCart({ ...found, ...(await priceCart(db, found.cart, found.lines, found.cart.deliveryDate, terms)) });
