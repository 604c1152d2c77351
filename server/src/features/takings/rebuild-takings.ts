import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { COLUMNS_OF_DAY, SUMS_OF_DAY } from './add-up.ts';
import { lockFolding } from './fold-takings.ts';
import { RECOUNTED_BOUQUETS, RECOUNTED_DAYS } from './recount-takings.ts';

export type Recount = { days: number; bouquets: number };

/**
 * Counts takings anew from orders, payments and refunds and replaces the stored sums. Returns on how many days, and for how many
 * bouquets of a day, they had differed: none, unless somebody changed the tables by hand. Nobody waits for it: all of it is done in one
 * snapshot, and what is sold since has rows of its own, which it neither sees nor deletes.
 */
export async function rebuildTakings({ db }: Pick<Deps, 'db'>): Promise<Recount> {
  return db.transaction(async (tx) => {
    // The snapshot is that of the first query after the lock.
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await lockFolding(tx);
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
const HAS_SUMS = sql`(sum(orders), sum(goods), sum(extras), sum(delivery), sum(surcharge), sum(discount), sum(captured),
  sum(captures_unread), sum(fee), sum(fees_unread), sum(refunds), sum(refunded), sum(refunded_told), sum(refunds_unread), sum(fee_back),
  sum(arriving), sum(arriving_pence), sum(taxed)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`;

const STORED_BOUQUETS = sql`select day, product_id, sum(sold)::int as sold, sum(pence)::bigint as pence
  from takings_by_bouquet group by day, product_id having sum(sold) <> 0 or sum(pence) <> 0`;
