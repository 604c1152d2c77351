import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { products } from './table.ts';

/**
 * Adds what was sold to each bouquet's count, or takes away what was cancelled; sizes of one bouquet count together. Locks
 * them in the order of ids, as the import does, so that there is no deadlock.
 */
export async function countSold(tx: Transaction, sold: { productId: number; quantity: number }[]): Promise<void> {
  if (sold.length === 0) return;
  await tx.execute(sql`
    with counted as (
      select "productId" as id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as line("productId" integer, quantity integer)
      group by "productId"
    ), locked as (
      select id from ${products} where id in (select id from counted) order by id for no key update
    )
    update ${products} set sold = greatest(0, ${products.sold} + counted.quantity)
    from counted join locked on locked.id = counted.id where ${products.id} = counted.id`);
}
