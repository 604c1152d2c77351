import type { Address } from '#contract/addresses.ts';
import { users } from '../accounts/table.ts';
import { addresses } from '../addresses/table.ts';
import { toAddressCopy } from '../addresses/to-address.ts';
import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { DeliveryTerms } from '../delivery/delivery-cache.ts';
import { buyerName } from './buyer-name.ts';
import { dayToPromise } from './find-charges.ts';
import { type Line, listCartLines, listLines } from './list-lines.ts';
import { listSums, type Sum, totalOf } from './list-sums.ts';
import { type Promotion, priceCart } from './price-cart.ts';
import type { CartRow, OrderRow } from './table.ts';

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
  buyer: { userId: number; name: string; email: string; firstName: string };
};

/** Whose account is gone: no letter reaches them. */
const NOBODY = { userId: 0, name: '', email: '', firstName: '' };

/**
 * What a cart would buy now, for the day that was promised or would be; it must be locked, so that it stays true until the
 * transaction ends.
 */
export async function readCart(
  tx: Transaction,
  cart: CartRow,
  terms: DeliveryTerms,
  promised = dayToPromise(cart.deliveryDate, terms),
): Promise<Purchase> {
  const items = await listCartLines(tx, cart.id);
  const { sums, promotion } = await priceCart(tx, cart, items, promised, terms);
  const address = await findAddress(tx, cart);
  return { ...(await common(tx, cart)), day: promised, items, sums, promotion, amountPence: totalOf(sums), address };
}

/** What an order bought, as it was agreed; it must be locked. */
export async function readOrder(tx: Transaction, order: OrderRow): Promise<Purchase> {
  const sums = await listSums(tx, order.id);
  const items = await listLines(tx, [order.id]);
  const { address, deliveryDate: day } = order;
  return { ...(await common(tx, order)), day, items, sums, promotion: null, amountPence: totalOf(sums), address };
}

const common = async (tx: Transaction, row: CartRow | OrderRow) => ({
  orderId: row.id,
  version: row.version,
  deliveryDate: 'dayChosen' in row && !row.dayChosen ? null : row.deliveryDate,
  text: row.text,
  wishes: { driverNote: row.driverNote, nobodyIn: row.nobodyIn, swapChoice: row.swapChoice },
  buyer: await findBuyer(tx, row.userId),
});

async function findAddress(tx: Transaction, { shippingAddressId }: CartRow): Promise<Purchase['address']> {
  if (shippingAddressId === null) return null;
  const [row] = await addressStatement(tx).execute({ id: shippingAddressId });
  return row ? toAddressCopy(row) : null;
}

async function findBuyer(tx: Transaction, userId: number | null): Promise<Purchase['buyer']> {
  if (userId === null) return NOBODY;
  const [user] = await buyerStatement(tx).execute({ id: userId });
  return user ? { userId, name: buyerName(user), email: user.email, firstName: user.firstName } : NOBODY;
}

const addressStatement = preparedFor((tx) =>
  tx
    .select()
    .from(addresses)
    .where(eq(addresses.id, sql.placeholder('id')))
    .prepare('read-address-of-purchase'),
);
const buyerStatement = preparedFor((tx) =>
  tx
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('read-buyer-of-purchase'),
);
