import { afterAll, beforeAll, expect, test } from 'vitest';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop);
});
afterAll(() => shop.close());

/** PostgreSQL has no year 0, and a calendar that is written in four digits ends with 9999. */
const FAR = ['0000-01-01', '0001-01-01', '9999-12-31'];

const READS = [
  ...['day', 'week', 'month'].map((period) => `takings/?period=${period}&day=`),
  'orders/?day=',
  'history/?day=',
  'today/?day=',
  'stems/?from=',
  'stems/?to=',
  'deliveries/?day=',
  'takings/csv/?file=days&to=9999-12-31&from=',
  'takings/csv/?file=orders&from=0000-01-01&to=',
  'print/?sheet=card&day=',
];

test.each(READS)('GET /api/desk/%s refuses a day that no calendar here has', async (address) => {
  for (const day of FAR) {
    const { status } = await shop.get(`/api/desk/${address}${day}`, owner.headers);
    expect([day, status]).toEqual([day, 400]);
  }
});

test('GET /api/desk/calendar/ does so for a month', async () => {
  for (const month of ['0000-01', '0001-01', '9999-12'])
    expect([month, (await shop.get(`/api/desk/calendar/?month=${month}`, owner.headers)).status]).toEqual([month, 400]);
});

test('no change names such a day', async () => {
  for (const day of FAR) {
    const code = { code: 'FAR', kind: 'percent', value: 5, from: day };
    const calls: [string, 'POST' | 'PATCH', unknown][] = [
      ['codes/', 'POST', code],
      [`calendar/days/${day}/`, 'PATCH', { surcharge: 3 }],
      ['orders/1/', 'PATCH', { seen: 0, delivery_date: day }],
      ['orders/1/replace/', 'POST', { delivery_date: day }],
      ['orders/move/', 'POST', { orders: [1], delivery_date: day }],
    ];
    for (const [address, method, body] of calls) {
      const { status } = await shop.call(method, `/api/desk/${address}`, { body, headers: owner.headers });
      // A day as part of an address is not found.
      expect([address, status]).toEqual([address, address.startsWith('calendar') ? 404 : 400]);
    }
  }
});
