import type { AddItem } from '#contract/cart.ts';
import { MAX_LINES_PER_ORDER, MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import { nameInSize } from '#contract/line-words.ts';
import { Invalid } from '#server/errors.ts';
import { goesWith } from '#server/features/catalogue/lists/goes-with.ts';
import { extras, type ProductRow, productSizes, products } from '#server/features/catalogue/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray, sql } from '#server/platform/database/drizzle.ts';

/** Why a bouquet cannot be bought, in words. */
export const UNAVAILABLE = {
  sold_out: (name: string) => `${name} is sold out.`,
  withdrawn: () => 'This bouquet is no longer sold.',
} satisfies Record<Exclude<ProductRow['status'], 'on_sale'>, (name: string) => string>;

export const sayTooMany = (name: string) => `You can order at most ${MAX_UNITS_PER_LINE} of ${name}.`;

/** As a line stores them: each once, in ascending order. */
export const toExtraIds = (wanted: readonly number[]): number[] => [...new Set(wanted)].sort((a, b) => a - b);

/**
 * Puts bouquets into a locked cart and returns the id of their line. Those of one kind and size with the same extras share a
 * line, which stores the price of the first.
 */
export async function upsertLine(tx: Transaction, cart: { id: number }, wanted: AddItem): Promise<number> {
  const extraIds = toExtraIds(wanted.extras);
  if (extraIds.length > 0) await requireExtras(tx, extraIds, wanted.product);
  const { rows } = await tx.execute<{ id: number; quantity: number; others: number }>(sql`
    insert into cart_items (cart_id, product_id, size, quantity, extras, added_price_pence)
    select ${cart.id}, products.id, ${wanted.size}, ${wanted.quantity}, ${sql.param(extraIds)}::integer[],
      coalesce(product_sizes.price_pence, products.price_pence)
    from products left join product_sizes
      on product_sizes.product_id = products.id and product_sizes.size = ${wanted.size} and product_sizes.on_sale
    where products.id = ${wanted.product} and products.status = 'on_sale'
      and (${wanted.size} = 'standard' or product_sizes.size is not null)
    on conflict (cart_id, product_id, size, extras) do update set quantity = cart_items.quantity + excluded.quantity
      where cart_items.quantity + excluded.quantity <= ${MAX_UNITS_PER_LINE}
    returning id, quantity, (select count(*)::integer from cart_items where cart_id = ${cart.id}) as others`);
  const [line] = rows;
  if (!line) return refuse(tx, wanted);
  const isNew = line.quantity === wanted.quantity;
  if (isNew && line.others >= MAX_LINES_PER_ORDER) {
    throw new Invalid({ product: [`An order holds at most ${MAX_LINES_PER_ORDER} different bouquets.`] });
  }
  return line.id;
}

async function refuse(tx: Transaction, { product: id, size }: AddItem): Promise<never> {
  const [product] = await tx
    .select({ name: products.name, status: products.status, sizeOnSale: productSizes.onSale })
    .from(products)
    .leftJoin(productSizes, and(eq(productSizes.productId, products.id), sql`${productSizes.size} = ${size}`))
    .where(eq(products.id, id));
  if (!product) throw new Invalid({ product: [UNAVAILABLE.withdrawn()] });
  const { name, status, sizeOnSale } = product;
  if (status !== 'on_sale') throw new Invalid({ product: [UNAVAILABLE[status](name)] });
  if (size !== 'standard' && !sizeOnSale) {
    const isKnown = sizeOnSale !== null;
    throw new Invalid({
      size: [isKnown ? UNAVAILABLE.sold_out(nameInSize({ name, size })) : `${name} does not come in ${size}.`],
    });
  }
  throw new Invalid({ product: [sayTooMany(name)] });
}

/** Refuses extras that the shop does not have, does not sell now, or does not sell with this bouquet. */
export async function requireExtras(tx: Transaction, ids: number[], productId: number): Promise<void> {
  const known = await tx
    .select({ id: extras.id, name: extras.name, onSale: extras.onSale, goesWith: extras.goesWith })
    .from(extras)
    .where(inArray(extras.id, ids));
  if (known.length < ids.length) throw new Invalid({ extras: ['We do not have this extra.'] });
  const gone = known.find(({ onSale }) => !onSale);
  if (gone) throw new Invalid({ extras: [`${gone.name} is sold out.`] });
  const [bouquet] = await tx
    .select({ name: products.name, presentation: products.presentation })
    .from(products)
    .where(eq(products.id, productId));
  const misfit = bouquet && known.find((extra) => !goesWith(extra.goesWith, bouquet.presentation));
  if (misfit) throw new Invalid({ extras: [`${misfit.name} does not go with ${bouquet.name}.`] });
}
