import { withClient } from '../../rig/run-query.ts';
import { fillSums } from '../fill-sums.ts';
import { stockLargeCatalogue } from '../large-catalogue.ts';
import { loadInBulk, runInParallel } from '../load-in-bulk.ts';
import { COUNT_ON, LAST_IDS, type LastIds, listInserts, type ShopSize } from './shop-rows.ts';

const TABLES = [
  'users',
  'addresses',
  'order_numbers',
  'orders',
  'order_items',
  'order_sums',
  'order_events',
  'order_search',
  'order_notes',
  'payments',
  'refunds',
  'letters',
  'claims',
  'reviews',
  'desk_log',
  'customer_notes',
  'promo_codes',
];

/** A crash would lose what is made anew anyway. */
const SETTINGS = `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`;

/** Fills a shop that has no orders yet with a past: all that the pages of the desk read. */
export const fillShop = (connectionString: string, size: ShopSize): Promise<void> =>
  withClient(connectionString, (left) =>
    withClient(connectionString, async (right) => {
      await stockLargeCatalogue(connectionString, size.bouquets);
      for (const db of [left, right]) await db.query(SETTINGS);
      const { rows } = await left.query<LastIds>(LAST_IDS);
      const inserts = listInserts(rows[0] as LastIds, size);
      await loadInBulk([left, right], TABLES, async () => {
        for (const insert of inserts.first) await left.query(insert);
        await Promise.all([runInParallel([left], inserts.money), runInParallel([right], inserts.rest)]);
        for (const count of COUNT_ON) await left.query(count);
      });
      await left.query('analyze');
      await fillSums(left);
      await left.query('vacuum analyze');
    }),
  );
