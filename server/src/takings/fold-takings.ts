import { sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { COLUMNS_OF_DAY, SUMS_OF_DAY } from './add-up.ts';

/**
 * Makes one row of the rows of a day, and of a bouquet on a day. The sums stay what they are at every moment: rows that are added
 * meanwhile are not touched, and of two that fold at once each row goes to one of them.
 */
export async function foldTakings({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    with gone as (delete from takings_by_day
      where day in (select day from takings_by_day where not is_folded) returning *)
    insert into takings_by_day (day, ${COLUMNS_OF_DAY}, is_folded) select day, ${SUMS_OF_DAY}, true from gone group by day`);
  await db.execute(sql`
    with gone as (delete from takings_by_bouquet
      where (day, product_id) in (select day, product_id from takings_by_bouquet where not is_folded) returning *)
    insert into takings_by_bouquet (day, product_id, sold, pence, is_folded)
    select day, product_id, sum(sold), sum(pence), true from gone group by day, product_id
    having sum(sold) <> 0 or sum(pence) <> 0`);
}
