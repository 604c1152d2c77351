import { expect, test } from 'vitest';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { runQuery } from '../rig/run-query.ts';
import { fillShop } from './desk-growth/fill-shop.ts';
import { STAFF } from './desk-growth/shop-words.ts';
import { fill } from './growth/fill.ts';

const BOOKS = `
  select count(*)::int as orders, count(*) filter (where paid = asked and (select count(*) from order_items where order_id = orders.id) > 0)::int as right
  from orders
  cross join lateral (select sum(pence) as asked from order_sums where order_id = orders.id) as sums
  cross join lateral (select sum(amount_pence) as paid from payments where order_id = orders.id and state = 'captured') as payment`;

const FILLERS: [name: string, fill: (connectionString: string) => Promise<unknown>, orders: number][] = [
  ['a day', (db) => fillDay(db, { day: '2026-11-17', count: 12 }), 12],
  ['orders of a thousand days', (db) => fill(db, 60).then(() => fill(db, 90)), 90],
  [
    'a past of all kinds',
    async (db) => {
      for (const name of STAFF) await signInStaff(db, name, ['florist']);
      await fillShop(db, { orders: 100, people: 20, bouquets: 24 });
    },
    100,
  ],
];

test.each(FILLERS)(
  'who fills a shop with %s leaves orders that were paid for to the penny',
  async (_, fillIt, orders) => {
    const database = await createTestDatabase();
    try {
      await fillIt(database.connectionString);
      expect(await runQuery(database.connectionString, BOOKS)).toMatchObject([{ orders, right: orders }]);
    } finally {
      await database.drop();
    }
  },
);
