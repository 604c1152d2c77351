import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { type OrderRow, orders } from './table.ts';

type Change = Partial<Pick<OrderRow, 'text' | 'shippingAddressId' | 'deliveryDate'>>;

/** Every change makes a new version: a payment for the version before is a payment for something else. */
export const NEXT_VERSION = sql`${orders.version} + 1`;

/** Writes a change, and the new version with it. */
export async function changeCart(tx: Transaction, { id }: OrderRow, change: Change = {}): Promise<void> {
  await tx
    .update(orders)
    .set({ ...change, version: NEXT_VERSION })
    .where(eq(orders.id, id));
}
