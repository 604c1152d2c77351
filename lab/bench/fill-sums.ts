import type pg from 'pg';
import type { Deps } from '#server/deps.ts';
import { foldCodeSums } from '#server/features/orders/codes/fold-code-sums.ts';
import { COLUMNS_OF_DAY } from '#server/features/takings/add-up.ts';
import { RECOUNTED_BOUQUETS, RECOUNTED_DAYS } from '#server/features/takings/recount-takings.ts';
import { drizzle, sql } from '#server/platform/database/drizzle.ts';
import * as schema from '#server/schema.ts';

/** What the triggers of takings would have added up, and what the job of the codes would have. */
export async function fillSums(client: pg.Client): Promise<void> {
  const db = drizzle({ client, schema, casing: 'snake_case' }) as unknown as Deps['db'];
  await db.execute(sql`truncate takings_by_day, takings_by_bouquet`);
  await db.execute(sql`insert into takings_by_day (day, ${COLUMNS_OF_DAY}, is_folded)
    select day, ${COLUMNS_OF_DAY}, true from (${RECOUNTED_DAYS}) as counted`);
  await db.execute(sql`insert into takings_by_bouquet (day, product_id, sold, pence, is_folded)
    select day, product_id, sold, pence, true from (${RECOUNTED_BOUQUETS}) as counted`);
  await foldCodeSums({ db, clock: { now: () => new Date() } });
}
