import type { ProductDetail } from '#contract/products.ts';
import { and, desc, eq, ne } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { extras, productSizes, products } from './table.ts';
import { toProductDetail } from './to-product.ts';

/** One bouquet with all we know of it; a withdrawn one is not found. */
export async function findProduct({ db }: Deps, id: number): Promise<ProductDetail> {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), ne(products.status, 'withdrawn')));
  if (!row) throw new NotFound('No such bouquet.');
  const [otherSizes, sold] = await Promise.all([
    db
      .select()
      .from(productSizes)
      .where(and(eq(productSizes.productId, id), eq(productSizes.onSale, true)))
      // Large before grand.
      .orderBy(desc(productSizes.size)),
    db.select().from(extras).where(eq(extras.onSale, true)).orderBy(extras.position, extras.id),
  ]);
  return toProductDetail(row, otherSizes, sold);
}
