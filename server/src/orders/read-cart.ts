import type { Address } from '#contract/addresses.ts';
import { countTotals, type Totals } from '#contract/order-totals.ts';
import { users } from '../accounts/table.ts';
import { addresses } from '../addresses/table.ts';
import { toAddressCopy } from '../addresses/to-address.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { buyerName } from './buyer-name.ts';
import { type Line, listLines } from './list-lines.ts';
import type { OrderRow } from './table.ts';

export type CartForPayment = Totals & {
  orderId: number;
  version: number;
  items: Omit<Line, 'id' | 'orderId' | 'addedPricePence'>[];
  address: Omit<Address, 'id'> | null;
  deliveryDate: string | null;
  text: string;
  buyer: { userId: number; name: string; email: string; firstName: string };
};

/** The account was deleted: its cart was emptied, so nothing in it can be paid for. */
const NOBODY = { userId: 0, name: '', email: '', firstName: '' };

/** Everything that is paid for, and the buyer. The order must be locked, so that nothing changes before the commit. */
export async function readCart(tx: Transaction, order: OrderRow): Promise<CartForPayment> {
  const lines = await listLines(tx, [order.id]);
  return {
    orderId: order.id,
    version: order.version,
    items: lines.map(({ id, orderId, addedPricePence, ...item }) => item),
    ...countTotals(lines),
    address: await findAddress(tx, order.shippingAddressId),
    deliveryDate: order.deliveryDate,
    text: order.text,
    buyer: await findBuyer(tx, order.userId),
  };
}

async function findAddress(tx: Transaction, addressId: number | null): Promise<Omit<Address, 'id'> | null> {
  if (addressId === null) return null;
  const [row] = await tx.select().from(addresses).where(eq(addresses.id, addressId));
  return row ? toAddressCopy(row) : null;
}

async function findBuyer(tx: Transaction, userId: number | null): Promise<CartForPayment['buyer']> {
  if (userId === null) return NOBODY;
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  return user ? { userId, name: buyerName(user), email: user.email, firstName: user.firstName } : NOBODY;
}
