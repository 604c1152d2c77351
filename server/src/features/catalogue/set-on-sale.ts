import type { ProductStatus, SetOnSale } from '#contract/desk-catalogue.ts';
import { Conflict } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockBouquet } from './find-bouquet.ts';
import { lacksRecipe } from './recipes/require-recipe.ts';
import { products } from './table.ts';

/** Says that a bouquet is sold out, or on sale again if it has a recipe. One that is hidden stays so. Safe to repeat. */
export async function setOnSale(
  tx: Transaction,
  id: number,
  { status }: SetOnSale,
): Promise<{ before: ProductStatus; after: ProductStatus }> {
  const { product } = await lockBouquet(tx, id);
  if (product.status === 'withdrawn') throw new Conflict(`${product.name} is hidden: it is not in the shop at all.`);
  if (lacksRecipe({ status, stems: product.stems }, product))
    throw new Conflict(`${product.name} has no recipe yet: count its flowers on its page, then it can go on sale.`);
  if (product.status !== status) await tx.update(products).set({ status }).where(eq(products.id, id));
  return { before: product.status, after: status };
}
