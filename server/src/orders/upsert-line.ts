import { MAX_LINES_PER_ORDER, MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import type { AddItem } from '#contract/orders.ts';
import type { ProductRow } from '../catalogue/table.ts';
import { products } from '../catalogue/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq, sql } from '../database/drizzle.ts';
import { Invalid } from '../errors.ts';

/** Why a bouquet cannot be bought, in words. */
export const UNAVAILABLE = {
  sold_out: (name: string) => `${name} is sold out.`,
  withdrawn: () => 'This bouquet is no longer sold.',
} satisfies Record<Exclude<ProductRow['status'], 'on_sale'>, (name: string) => string>;

/**
 * Puts bouquets into a locked cart and returns the id of their line. Those of one kind share a line, which stores the
 * price of the first.
 */
export async function upsertLine(tx: Transaction, cart: { id: number }, wanted: AddItem): Promise<number> {
  const { rows } = await tx.execute<{ id: number; quantity: number; others: number }>(sql`
    insert into cart_items (cart_id, product_id, quantity, added_price_pence)
    select ${cart.id}, id, ${wanted.quantity}, price_pence from products where id = ${wanted.product} and status = 'on_sale'
    on conflict (cart_id, product_id, size) do update set quantity = cart_items.quantity + excluded.quantity
      where cart_items.quantity + excluded.quantity <= ${MAX_UNITS_PER_LINE}
    returning id, quantity, (select count(*)::integer from cart_items where cart_id = ${cart.id}) as others`);
  const [line] = rows;
  if (!line) return refuse(tx, wanted.product);
  const isNew = line.quantity === wanted.quantity;
  if (isNew && line.others >= MAX_LINES_PER_ORDER) {
    throw new Invalid({ product: [`An order holds at most ${MAX_LINES_PER_ORDER} different bouquets.`] });
  }
  return line.id;
}

async function refuse(tx: Transaction, id: number): Promise<never> {
  const [product] = await tx
    .select({ name: products.name, status: products.status })
    .from(products)
    .where(eq(products.id, id));
  if (!product) throw new Invalid({ product: [UNAVAILABLE.withdrawn()] });
  if (product.status !== 'on_sale') throw new Invalid({ product: [UNAVAILABLE[product.status](product.name)] });
  throw new Invalid({ product: [`You can order at most ${MAX_UNITS_PER_LINE} of ${product.name}.`] });
}
