import type { SetPrice } from '#contract/desk-catalogue.ts';
import { formatPounds, type Pence, toPence, toPounds } from '#contract/money.ts';
import { Conflict } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockBouquet } from './find-bouquet.ts';
import { products } from './table.ts';

/**
 * Gives the standard size of a bouquet another price. Refuses if it does not cost what the page showed: somebody else was
 * faster. Safe to repeat.
 */
export async function setPrice(
  tx: Transaction,
  id: number,
  { price, seen }: SetPrice,
): Promise<{ before: Pence; after: Pence }> {
  const { product } = await lockBouquet(tx, id);
  const before = product.pricePence;
  const after = toPence(price);
  if (before === after) return { before, after };
  if (before !== toPence(seen)) {
    throw new Conflict(`Somebody else has changed the price: ${product.name} costs ${formatPounds(toPounds(before))}.`);
  }
  await tx.update(products).set({ pricePence: after }).where(eq(products.id, id));
  return { before, after };
}
