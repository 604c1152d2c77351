import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DEFAULT_RULES } from '#contract/delivery-rules.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { watchChanges } from '#server/platform/database/watch-changes.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import { createDeliveryCache } from './delivery-cache.ts';
import { setDay, setGeneral, setWeekday } from './set-rules.ts';

let database: TestDatabase;
const onChange = vi.fn();
const make = () => createDeliveryCache({ db: database.db, clock: { now: () => TEST_NOW }, onChange });

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  onChange.mockClear();
  await database.db.execute(sql`truncate delivery_days, delivery_settings, delivery_weekdays`);
});

test('has the defaults of the code while the owner has set nothing', async () => {
  const cache = make();
  await cache.renew();
  expect(cache.rules()).toEqual(DEFAULT_RULES);
  expect(onChange).not.toHaveBeenCalled();
});

test('has what was set for all days, for days of the week and for a day, and says that pages are out of date', async () => {
  const cache = make();
  await database.db.transaction(async (tx) => {
    await setGeneral(tx, { feePence: 650, cutOff: '14:30', daysAhead: 30, ordersADay: 60 });
    await setWeekday(tx, 0, { ordersADay: 0, cutOff: '10:00' });
    await setDay(tx, '2026-11-29', { ordersADay: 2 });
    await setDay(tx, '2026-11-17', { closedWords: 'Stocktaking', cutOff: '09:00', surchargePence: 300 });
    await setDay(tx, '2026-11-15', { closedWords: 'Over' });
  });
  await cache.renew();
  expect(cache.rules()).toEqual({
    fee: 6.5,
    cut_off: '14:30',
    days_ahead: 30,
    weekdays: { 0: { cut_off: '10:00', closed: 'No deliveries on Sundays' } },
    days: {
      '2026-11-17': { closed: 'Stocktaking', cut_off: '09:00', surcharge: 3 },
      // Every Sunday within reach but one.
      '2026-11-22': { closed: 'No deliveries on Sundays' },
      '2026-11-29': { opened: true },
      '2026-12-06': { closed: 'No deliveries on Sundays' },
      '2026-12-13': { closed: 'No deliveries on Sundays' },
    },
    full: [],
  });
  const left = ['2026-11-18', '2026-11-22', '2026-11-29'].map(cache.placesLeft);
  expect(left).toEqual([60, 0, 2]);
  expect(onChange).toHaveBeenCalledOnce();
});

test('says that nothing can be ordered while every day that can be chosen is closed', async () => {
  const cache = make();
  await database.db.transaction(async (tx) => {
    await setGeneral(tx, { daysAhead: 2 });
    await setDay(tx, '2026-11-17', { closedWords: 'Away' });
  });
  await cache.renew();
  expect(cache.rules().paused).toBeUndefined();
  await database.db.transaction((tx) => setDay(tx, '2026-11-18', { closedWords: 'Away' }));
  await cache.renew();
  expect(cache.rules().paused).toBe(true);
  await database.db.execute(sql`truncate delivery_days`);
  await database.db.transaction(async (tx) => {
    for (let weekday = 0; weekday < 7; weekday += 1) await setWeekday(tx, weekday, { ordersADay: 0 });
  });
  await cache.renew();
  expect(cache.rules().paused).toBe(true);
});

test('a change in another process arrives within two seconds, also after the connection was lost', async () => {
  const cache = make();
  const listeners = { onCatalogue: () => {}, onDelivery: () => cache.renewSoon(), onDesk: () => {} };
  const watch = await watchChanges(database.connectionString, listeners, pino({ level: 'silent' }));
  await database.db.transaction((tx) => setGeneral(tx, { feePence: 700 }));
  await vi.waitFor(() => expect(cache.rules().fee).toBe(7), { timeout: 2_000 });
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marigold-lane watch' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(watch.isListening()).toBe(false), { timeout: 10_000 });
  // Nobody hears of this one.
  await database.db.transaction((tx) => setGeneral(tx, { feePence: 800 }));
  await vi.waitFor(() => expect(cache.rules().fee).toBe(8), { timeout: 5_000 });
  await watch.stop();
  cache.stop();
});

test('a renewal never answers with what was read before it was asked for', async () => {
  const cache = make();
  const first = cache.renew();
  await database.db.transaction((tx) => setGeneral(tx, { feePence: 900 }));
  await Promise.all([first, cache.renew(), cache.renew()]);
  expect(cache.rules().fee).toBe(9);
});
