import type { Transaction } from '../database/connect.ts';
import { asc, inArray, sql } from '../database/drizzle.ts';
import { products } from './table.ts';

/**
 * Adds what was sold to each bouquet's count, or takes away what was cancelled; sizes of one bouquet count together. Locks
 * them in the order of ids, as the import does, so that there is no deadlock.
 */
export async function countSold(tx: Transaction, sold: { productId: number; quantity: number }[]): Promise<void> {
  const ids = sold.map(({ productId }) => productId);
  if (ids.length === 0) return;
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('no key update');
  await tx.execute(sql`
    update ${products} set sold = greatest(0, ${products.sold} + counted.quantity)
    from (select "productId", sum(quantity)::integer as quantity
      from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as line("productId" integer, quantity integer)
      group by "productId") as counted
    where ${products.id} = counted."productId"`);
}
