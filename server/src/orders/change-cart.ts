import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { type OrderRow, orders } from './table.ts';

type Change = Partial<Pick<OrderRow, 'text' | 'shippingAddressId' | 'deliveryDate'>>;

/** Writes a change and moves the version on: a payment for what it was before is a payment for something else. */
export async function changeCart(tx: Transaction, { id }: OrderRow, change: Change = {}): Promise<void> {
  await tx
    .update(orders)
    .set({ ...change, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}
