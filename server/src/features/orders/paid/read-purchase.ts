import type { Address } from '#contract/addresses.ts';
import { users } from '#server/features/accounts/table.ts';
import { addresses } from '#server/features/addresses/table.ts';
import { toAddressCopy } from '#server/features/addresses/to-address.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, getTableColumns, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { dayToPromise } from '../cart/find-charges.ts';
import { LIMITED_OF_CART, type Limited } from '../cart/limited-bouquets.ts';
import { type Promotion, priceCart } from '../cart/price-cart.ts';
import { type CartRow, carts } from '../cart/table.ts';
import { buyerName } from '../letters/buyer-name.ts';
import { LINES_OF_CART, LINES_OF_ORDER, type Line } from '../list-lines.ts';
import { SUMS_OF_ORDER, type Sum, totalOf } from '../list-sums.ts';
import { type OrderRow, orders } from '../table.ts';

/** Everything that is paid for, and who pays. */
export type Purchase = {
  orderId: number;
  version: number;
  items: Line[];
  sums: Sum[];
  amountPence: number;
  address: Omit<Address, 'id'> | null;
  /** The day that was chosen, if one was. */
  deliveryDate: string | null;
  /** The day that is promised, whether it was chosen or not; its surcharge is among the sums. */
  day: string | null;
  text: string;
  wishes: Pick<OrderRow, 'driverNote' | 'nobodyIn' | 'swapChoice'>;
  /** The code of a cart. An order that was agreed names none here: its discount is among the sums. */
  promotion: Promotion | null;
  buyer: { userId: number; name: string; email: string; firstName: string; stoppedReason: string | null };
};

/** Whose account is gone: no letter reaches them. */
const NOBODY = { userId: 0, name: '', email: '', firstName: '', stoppedReason: null };

/**
 * What a cart would buy now, for the day that was promised or would be; it must be locked, so that it stays true until the
 * transaction ends.
 */
export async function readCart(
  tx: Transaction,
  cart: CartRow,
  terms: DeliveryTerms,
  promised = dayToPromise(cart.deliveryDate, terms),
): Promise<Purchase & { limited: Limited[] }> {
  const [found] = await cartStatement(tx).execute({ id: cart.id });
  const { items = [], limited = [], address, buyer } = found ?? {};
  const { sums, promotion } = await priceCart(tx, cart, items, promised, terms);
  return {
    ...common(cart, buyer),
    day: promised,
    items,
    limited,
    sums,
    promotion,
    amountPence: totalOf(sums),
    address: address ? toAddressCopy(address) : null,
  };
}

/** What an order bought, as it was agreed; it must be locked. */
export async function readOrder(tx: Transaction, order: OrderRow): Promise<Purchase> {
  const [found] = await orderStatement(tx).execute({ id: order.id });
  const { items = [], sums = [], buyer } = found ?? {};
  const { address, deliveryDate: day } = order;
  return { ...common(order, buyer), day, items, sums, promotion: null, amountPence: totalOf(sums), address };
}

type User = Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName' | 'email' | 'stoppedReason'>;

const common = (row: CartRow | OrderRow, user: User | null | undefined) => ({
  orderId: row.id,
  version: row.version,
  deliveryDate: 'dayChosen' in row && !row.dayChosen ? null : row.deliveryDate,
  text: row.text,
  wishes: { driverNote: row.driverNote, nobodyIn: row.nobodyIn, swapChoice: row.swapChoice },
  buyer: user ? toBuyer(user) : NOBODY,
});

const toBuyer = ({ id: userId, firstName, lastName, email, stoppedReason }: User): Purchase['buyer'] => ({
  userId,
  name: buyerName({ firstName, lastName }),
  email,
  firstName,
  stoppedReason,
});

const { id, firstName, lastName, email, stoppedReason } = users;
const buyer = { id, firstName, lastName, email, stoppedReason };

const cartStatement = preparedFor((tx) =>
  tx
    .select({ buyer, address: getTableColumns(addresses), items: LINES_OF_CART, limited: LIMITED_OF_CART })
    .from(carts)
    .innerJoin(users, eq(users.id, carts.userId))
    .leftJoin(addresses, eq(addresses.id, carts.shippingAddressId))
    .where(eq(carts.id, sql.placeholder('id')))
    .prepare('read-cart-to-buy'),
);
const orderStatement = preparedFor((tx) =>
  tx
    .select({ buyer, items: LINES_OF_ORDER, sums: SUMS_OF_ORDER })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('read-order-to-complete'),
);
