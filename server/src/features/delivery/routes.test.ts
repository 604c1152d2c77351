import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryDay } from '#contract/delivery-answer.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { setDay, setWeekday } from './set-rules.ts';

test.each([
  ['2026-11-16T09:46:00.000Z', { day: '2026-11-17', order_by: '2026-11-16T12:00:00.000Z', cut_off_passed: false }],
  ['2026-11-16T12:00:00.000Z', { day: '2026-11-18', order_by: '2026-11-17T12:00:00.000Z', cut_off_passed: true }],
  ['2026-07-01T10:59:59.999Z', { day: '2026-07-02', order_by: '2026-07-01T11:00:00.000Z', cut_off_passed: false }],
])(
  'GET /api/delivery/ at %s tells the next delivery by our clock, to be kept by nobody',
  { tags: 'G14' },
  async (now, expected) => {
    const shop = await openTestShop({ now: new Date(now) });
    const response = await shop.get('/api/delivery/');
    expect(response.json()).toEqual({ now, ...expected });
    expect(response.headers['cache-control']).toBe('no-store');
    await shop.close();
  },
);

describe('GET /api/delivery/days/', () => {
  let shop: Awaited<ReturnType<typeof openTestShop>>;
  beforeAll(async () => {
    shop = await openTestShop();
    await shop.deps.db.transaction(async (tx) => {
      await setDay(tx, '2026-11-18', { closedWords: 'Stocktaking' });
      await setDay(tx, '2026-11-19', { ordersADay: 0 });
      await setDay(tx, '2026-11-20', { ordersADay: 40, surchargePence: 300, line: 'Order early' });
      await setDay(tx, '2026-12-25', { opened: true });
    });
    await shop.deps.delivery.renew();
  });
  afterAll(() => shop.close());

  test('tells of each day whether it can be had, how many may come, what it costs more, and why not', async () => {
    const response = await shop.get('/api/delivery/days/?from=2026-11-16&to=2026-11-21');
    const open = { open: true, left: null, surcharge: 0, words: null, line: null };
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual([
      { day: '2026-11-16', open: false, left: null, surcharge: 0, words: 'We cannot deliver that soon.', line: null },
      { day: '2026-11-17', ...open },
      { day: '2026-11-18', open: false, left: null, surcharge: 0, words: 'Stocktaking', line: null },
      { day: '2026-11-19', open: false, left: 0, surcharge: 0, words: 'Full', line: null },
      { day: '2026-11-20', open: true, left: 40, surcharge: 3, words: null, line: 'Order early' },
      { day: '2026-11-21', ...open },
    ]);
  });

  test('a day of the week without deliveries is not called full', async () => {
    await shop.deps.db.transaction((tx) => setWeekday(tx, 0, { ordersADay: 0 }));
    await shop.deps.delivery.renew();
    const sunday = (await shop.get('/api/delivery/days/?from=2026-11-22&to=2026-11-22')).json();
    expect(sunday).toEqual([
      { day: '2026-11-22', open: false, left: 0, surcharge: 0, words: 'No deliveries on Sundays', line: null },
    ]);
    await shop.deps.db.transaction((tx) => setWeekday(tx, 0, { ordersADay: null }));
    await shop.deps.delivery.renew();
  });

  test('ends with the last day that can be written', async () => {
    const days = (await shop.get('/api/delivery/days/?from=9998-12-30&to=9999-12-31')).json() as { day: string }[];
    expect([days.length, days.at(-1)?.day]).toEqual([367, '9999-12-31']);
    const alone = (await shop.get('/api/delivery/days/?from=9999-12-31&to=9999-12-31')).json();
    expect(alone).toEqual([expect.objectContaining({ day: '9999-12-31', open: false })]);
  });

  test('begins tomorrow and ends with the last day that can be chosen; bank holidays are closed, or opened', async () => {
    const days: DeliveryDay[] = (await shop.get('/api/delivery/days/')).json();
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-11-17', '2027-01-15']);
    const find = (wanted: string) => days.find(({ day }) => day === wanted);
    expect(find('2026-12-25')).toMatchObject({ open: true, words: null });
    expect(find('2026-12-26')).toMatchObject({ open: false, words: 'Boxing Day' });
  });

  test.each([
    ['from=tomorrow', { from: ['A day is written as 2026-11-17.'] }],
    ['from=2026-02-30', { from: ['A day is written as 2026-11-17.'] }],
    ['from=2026-11-20&to=2026-11-19', { to: ['The last day cannot be before the first.'] }],
    ['from=2026-11-20&to=2028-11-19', { to: ['That is more than a year at once.'] }],
  ])('refuses %s', async (query, refusal) => {
    const response = await shop.get(`/api/delivery/days/?${query}`);
    expect([response.status, response.json()]).toEqual([400, refusal]);
  });

  test('GET /api/delivery/ tells the rules by which pages count, and no more than they need', async () => {
    expect((await shop.get('/api/delivery/')).json()).toMatchObject({
      day: '2026-11-17',
      rules: {
        fee: 5,
        cut_off: '12:00',
        days_ahead: 60,
        weekdays: {},
        days: {
          '2026-11-18': { closed: 'Stocktaking' },
          '2026-11-20': { surcharge: 3, line: 'Order early' },
          '2026-12-25': { opened: true },
        },
        full: ['2026-11-19'],
      },
    });
  });
});
