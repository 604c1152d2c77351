import { sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { COLUMNS_OF_DAY, SUMS_OF_DAY } from './add-up.ts';
import { RECOUNTED_BOUQUETS, RECOUNTED_DAYS } from './recount-takings.ts';

export type Recount = { days: number; bouquets: number };

/**
 * Counts takings anew from orders, payments and refunds and replaces the stored sums. Returns on how many days, and for how many
 * bouquets of a day, they had differed: none, unless somebody changed the tables by hand. Nobody can pay meanwhile.
 */
export async function rebuildTakings({ db }: Pick<Deps, 'db'>): Promise<Recount> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table orders, order_sums, order_items, payments, refunds, takings_by_day, takings_by_bouquet
      in share row exclusive mode`);
    const [days] = (
      await tx.execute<{ count: number }>(sql`select count(distinct day)::int as count from (
        (${RECOUNTED_DAYS} except select day, ${SUMS_OF_DAY} from takings_by_day group by day)
        union all (select day, ${SUMS_OF_DAY} from takings_by_day group by day having ${HAS_SUMS} except ${RECOUNTED_DAYS})) as differs`)
    ).rows;
    const [bouquets] = (
      await tx.execute<{ count: number }>(sql`select count(distinct (day, product_id))::int as count from (
        (${RECOUNTED_BOUQUETS} except ${STORED_BOUQUETS}) union all (${STORED_BOUQUETS} except ${RECOUNTED_BOUQUETS})) as differs`)
    ).rows;
    await tx.execute(sql`delete from takings_by_day`);
    await tx.execute(sql`delete from takings_by_bouquet`);
    await tx.execute(sql`insert into takings_by_day (day, ${COLUMNS_OF_DAY}, is_folded)
      select day, ${COLUMNS_OF_DAY}, true from (${RECOUNTED_DAYS}) as counted`);
    await tx.execute(sql`insert into takings_by_bouquet (day, product_id, sold, pence, is_folded)
      select day, product_id, sold, pence, true from (${RECOUNTED_BOUQUETS}) as counted`);
    return { days: days?.count ?? 0, bouquets: bouquets?.count ?? 0 };
  });
}

/** A day from which everything was taken off again is no day of the books. */
const HAS_SUMS = sql`sum(orders) <> 0 or sum(captured) <> 0 or sum(captures_unread) <> 0 or sum(fee) <> 0
  or sum(fees_unread) <> 0 or sum(refunds) <> 0 or sum(arriving) <> 0 or sum(arriving_pence) <> 0 or sum(goods) <> 0
  or sum(taxed) <> 0`;

const STORED_BOUQUETS = sql`select day, product_id, sum(sold)::int as sold, sum(pence)::bigint as pence
  from takings_by_bouquet group by day, product_id having sum(sold) <> 0 or sum(pence) <> 0`;
