import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { COLUMNS_OF_DAY, SUMS_OF_DAY } from './add-up.ts';

/**
 * Makes one row of the rows of a day, and of a bouquet on a day. The sums stay what they are at every moment: rows that are added
 * meanwhile are not touched, and of two that fold at once one waits for the other.
 */
export async function foldTakings({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFolding(tx);
    await tx.execute(sql`
      with gone as (delete from takings_by_day
        where day in (select day from takings_by_day where not is_folded) returning *)
      insert into takings_by_day (day, ${COLUMNS_OF_DAY}, is_folded) select day, ${SUMS_OF_DAY}, true from gone group by day`);
    await tx.execute(sql`
      with gone as (delete from takings_by_bouquet
        where (day, product_id) in (select day, product_id from takings_by_bouquet where not is_folded) returning *)
      insert into takings_by_bouquet (day, product_id, sold, pence, is_folded)
      select day, product_id, sum(sold), sum(pence), true from gone group by day, product_id
      having sum(sold) <> 0 or sum(pence) <> 0`);
  });
}

/** Whoever deletes rows of takings does so alone. Adding rows, which is what selling does, waits for nobody. */
export async function lockFolding(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table takings_by_day, takings_by_bouquet in share update exclusive mode`);
}
