import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { type OrderRow, orders } from './table.ts';

type Change = Partial<Pick<OrderRow, 'text' | 'shippingAddressId' | 'deliveryDate'>>;

/** Whatever changes moves it on: a payment for what it was before is a payment for something else. */
export const NEXT_VERSION = sql`${orders.version} + 1`;

/** Writes a change, and that it is another version. */
export async function changeCart(tx: Transaction, { id }: OrderRow, change: Change = {}): Promise<void> {
  await tx
    .update(orders)
    .set({ ...change, version: NEXT_VERSION })
    .where(eq(orders.id, id));
}
