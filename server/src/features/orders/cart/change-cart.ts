import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { type CartRow, carts } from './table.ts';

type Change = Partial<
  Pick<
    CartRow,
    'text' | 'shippingAddressId' | 'deliveryDate' | 'promoCodeId' | 'driverNote' | 'swapChoice' | 'nobodyIn'
  >
>;

/** Every change moves it on: a payment for an earlier version is a payment for something else. */
export const NEXT_VERSION = sql`${carts.version} + 1`;

/** Writes a change, and that it is another version. */
export async function changeCart(tx: Transaction, { id }: Pick<CartRow, 'id'>, change: Change = {}): Promise<void> {
  await tx
    .update(carts)
    .set({ ...change, version: NEXT_VERSION })
    .where(eq(carts.id, id));
}
