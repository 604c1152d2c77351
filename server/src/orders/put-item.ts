import { MAX_LINES_PER_ORDER, MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import type { AddItem } from '#contract/orders.ts';
import type { ProductRow } from '../catalogue/table.ts';
import { products } from '../catalogue/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { Invalid } from '../errors.ts';
import { type OrderRow, orderItems } from './table.ts';

/** Why a bouquet cannot be bought, in words. */
export const GONE = {
  sold_out: (name: string) => `${name} is sold out.`,
  withdrawn: () => 'This bouquet is no longer sold.',
} satisfies Record<Exclude<ProductRow['status'], 'on_sale'>, (name: string) => string>;

/** Puts bouquets into a locked cart. Those of one kind share a line; gives the id of that line. */
export async function putItem(tx: Transaction, cart: OrderRow, { product, quantity }: AddItem): Promise<number> {
  const { name } = await requireOnSale(tx, product);
  const [line] = await tx
    .insert(orderItems)
    .values({ orderId: cart.id, productId: product, quantity })
    .onConflictDoUpdate({
      target: [orderItems.orderId, orderItems.productId],
      set: { quantity: sql`${orderItems.quantity} + excluded.quantity` },
      setWhere: sql`${orderItems.quantity} + excluded.quantity <= ${MAX_UNITS_PER_LINE}`,
    })
    .returning({ id: orderItems.id, quantity: orderItems.quantity });
  if (!line) throw new Invalid({ product: [`You can order at most ${MAX_UNITS_PER_LINE} of ${name}.`] });
  const isNew = line.quantity === quantity;
  if (isNew && (await tx.$count(orderItems, eq(orderItems.orderId, cart.id))) > MAX_LINES_PER_ORDER) {
    throw new Invalid({ product: [`An order holds at most ${MAX_LINES_PER_ORDER} different bouquets.`] });
  }
  return line.id;
}

async function requireOnSale(tx: Transaction, id: number): Promise<{ name: string }> {
  const [product] = await tx
    .select({ name: products.name, status: products.status })
    .from(products)
    .where(eq(products.id, id));
  if (!product) throw new Invalid({ product: [GONE.withdrawn()] });
  if (product.status !== 'on_sale') throw new Invalid({ product: [GONE[product.status](product.name)] });
  return product;
}
