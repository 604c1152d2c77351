import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { History } from '#contract/desk-history.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { BY_BUYER, BY_PAYPAL, BY_SHOP, doneBy, onCommandLine } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { createRandom } from '#server/testing/random.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
let florist: Awaited<ReturnType<typeof employ>>;
let orders: number[];
beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop);
  florist = await employ(shop, ['florist'], 'Flora Kinnaird');
  orders = await fillDay(shop.connectionString, { day: '2026-11-17', count: 3 });
  await shop.deps.db.execute(sql`truncate desk_log`);
  await shop.deps.db.execute(sql`update staff_sessions set confirmed_at = ${TEST_NOW}`);
});
afterAll(() => shop.close());

const read = async (query = '') => {
  const response = await shop.get(`/api/desk/history/${query}`, owner.headers);
  expect(response.status, response.body).toBe(200);
  return response.json() as History;
};

const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 9, minute));

test('an entry that is too long to read does not fill the page', async () => {
  const random = createRandom('import');
  const before = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, count) => [`ML-${count}`, { price: random.between(1, 1_000_000) }]),
  );
  await shop.deps.db.transaction((tx) =>
    writeDeskLog(tx, { at: at(0), ...onCommandLine('wren') }, 'import catalogue', 0, {
      bouquets: 5_000,
      before,
      after: before,
    }),
  );
  expect((await read()).entries).toMatchObject([
    { before: null, after: null, details: expect.stringContaining('bouquets: 5000') },
  ]);
  expect(JSON.stringify(await read()).length).toBeLessThan(2_000);
  await shop.deps.db.execute(sql`truncate desk_log`);
});

test('a kind that no column can hold is refused', async () => {
  expect((await shop.get('/api/desk/history/?kind=%00', owner.headers)).status).toBe(400);
});

/** Twelve of each, in no order, and as many of buyers and PayPal. */
test('events of staff and the log of the desk in one list, each once, however it is paged', async () => {
  const random = createRandom('history');
  const written: string[] = [];
  for (let count = 0; count < 24; count += 1) {
    const [id, minute] = [random.oneOf(orders), random.between(0, 50)];
    await shop.deps.db.transaction(async (tx) => {
      await recordEvent(tx, id, { at: at(minute), ...random.oneOf([BY_BUYER, BY_PAYPAL, BY_SHOP]), what: 'stage' });
      if (count % 2)
        await recordEvent(tx, id, {
          at: at(minute),
          ...doneBy(florist),
          what: 'stage',
          before: 'to tie',
          after: 'tied',
        });
      else {
        const details = { before: { limit: 40 }, after: { limit: 30, closed: null }, why: 'fewer roses' };
        await writeDeskLog(tx, { at: at(minute), ...onCommandLine('wren') }, 'set day', 1, details);
      }
      written.push(`${count % 2}`);
    });
  }
  const all = await read('?limit=200');
  expect(all.entries).toHaveLength(24);
  expect(all.next).toBe(null);
  const keys: string[] = [];
  let query = '?limit=5';
  for (;;) {
    const { entries, next } = await read(query);
    keys.push(...entries.map(({ key }) => key));
    if (next === null) break;
    query = `?limit=5&before=${next}`;
  }
  expect(keys.toSorted()).toEqual(all.entries.map(({ key }) => key).toSorted());
  expect(new Set(keys).size).toBe(24);
  expect(all.entries.find(({ what }) => what === 'stage')).toMatchObject({
    who: 'Flora Kinnaird',
    before: 'to tie',
    after: 'tied',
    details: '',
  });
  expect(all.entries.find(({ what }) => what === 'set day')).toMatchObject({
    who: 'wren',
    order: null,
    before: 'limit 40',
    after: 'limit 30, closed none',
    details: 'why: fewer roses',
  });
  expect(all.kinds).toEqual(['set day', 'stage']);
  expect(all.people.map(({ name }) => name)).toEqual(['Flora Kinnaird', 'Hana Okafor']);
});

test('filters by person, order, day and kind, together too', async () => {
  await shop.deps.db.transaction(async (tx) => {
    const by = { at: new Date('2026-11-15T23:30:00Z'), ...doneBy(owner) };
    await writeDeskLog(tx, by, 'cancel order', orders[0] ?? 0);
    await writeDeskLog(tx, by, 'hide review', orders[0] ?? 0);
  });
  const whats = async (query: string) => new Set((await read(query)).entries.map(({ what }) => what));
  expect(await whats(`?person=${owner.id}`)).toEqual(new Set(['cancel order', 'hide review']));
  expect(await whats(`?order=${orders[0]}`)).toEqual(new Set(['cancel order', 'stage']));
  expect((await read(`?order=${orders[0]}`)).entries.every(({ order }) => order === orders[0])).toBe(true);
  expect(await whats('?day=2026-11-15')).toEqual(new Set(['cancel order', 'hide review']));
  expect((await read('?day=2026-11-14')).entries).toEqual([]);
  expect(await whats('?kind=hide%20review')).toEqual(new Set(['hide review']));
  expect((await read(`?kind=stage&person=${owner.id}`)).entries).toEqual([]);
  expect((await read('?kind=hide%20review')).entries[0]).toMatchObject({ on: `Review ${orders[0]}`, order: null });
});

test('refuses filters that are none, and has no call that changes anything', async () => {
  for (const [query, field] of [
    ['person=x', 'person'],
    ['order=0', 'order'],
    ['day=2026-13-01', 'day'],
    ['before=1;drop', 'before'],
    ['limit=5000', 'limit'],
    ['before=1', 'before'],
  ]) {
    const { status, json } = await shop.get(`/api/desk/history/?${query}`, owner.headers);
    expect([query, status, Object.keys(json())]).toEqual([query, 400, [field]]);
  }
  expect((await read('?before=999999999999999.9999999999')).entries.length).toBeGreaterThan(0);
  expect((await read('?before=0.0')).entries).toEqual([]);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    expect((await shop.call(method, '/api/desk/history/', { headers: owner.headers })).status).toBe(404);
});

test('a code is named and read in words: its amount in pounds, without what it does not have', async () => {
  const code = { code: 'TULIPS5', kind: 'pounds', value: 5, least: 40 };
  expect((await shop.post('/api/desk/codes/', code, owner.headers)).status).toBe(201);
  const { entries } = await read('?kind=add%20code');
  expect(entries).toMatchObject([
    { on: 'Code TULIPS5', before: null, after: 'kind pounds, least £40.00, value £5.00', details: '' },
  ]);
});

test('pence are read as pounds, wherever they stand', async () => {
  const by = { at: at(54), ...onCommandLine('wren') };
  const details = { pence: 325, refund: 'a978' };
  await shop.deps.db.transaction((tx) => writeDeskLog(tx, by, 'refund order', orders[0] ?? 0, details));
  const { entries } = await read('?kind=refund%20order');
  expect(entries).toMatchObject([{ order: orders[0], details: 'amount: £3.25, refund: a978' }]);
});

test('a day of the calendar is named by its date, and what changed on it by pounds', async () => {
  const body = { surcharge: 3 };
  const path = '/api/desk/calendar/days/2026-12-05/';
  expect((await shop.call('PATCH', path, { body, headers: owner.headers })).status).toBe(200);
  const { entries } = await read('?kind=set%20day&limit=1');
  expect(entries).toMatchObject([{ day: '2026-12-05', on: null, after: expect.stringContaining('£3.00') }]);
});

describe('GET /api/desk/history/csv/', () => {
  const download = (query = '', headers = owner.headers) => shop.get(`/api/desk/history/csv/${query}`, headers);

  test('is all of it, over many pages, as text in every spreadsheet, and is itself written down', async () => {
    await shop.deps.db.transaction(async (tx) => {
      for (const why of ['=1+1', '+44 20', '-2+3', '@SUM(1)', 'said "no", twice\nor more'])
        await writeDeskLog(tx, { at: at(55), ...onCommandLine(why) }, 'hide review', 7, { why });
      await tx.execute(sql`insert into desk_log (at, who, action, subject_id, details)
        select ${at(55)}, 'wren', 'answer review', number, '{}' from generate_series(1, 450) as number`);
    });
    const made = await shop.post('/api/desk/history/exports/?kind=hide%20review', {}, owner.headers);
    expect(made.json()).toEqual({ address: '/api/desk/history/csv/?kind=hide+review' });
    const rows: string[][] = parse((await download('?kind=hide%20review')).body, { bom: true });
    expect(rows[0]).toEqual(['Day', 'Time', 'Who', 'What', 'On', 'Before', 'After', 'Details']);
    const names = rows.slice(1, 6).map(([, , who]) => who);
    expect(names.toSorted()).toEqual(["'+44 20", "'-2+3", "'=1+1", "'@SUM(1)", 'said "no", twice\nor more']);
    const all: string[][] = parse((await download()).body, { bom: true });
    expect(all.filter(([, , , what]) => what === 'answer review')).toHaveLength(450);
    expect((await read('?kind=export%20history')).entries.map(({ who }) => who)).toEqual([owner.name, owner.name]);
  });

  test('wants a passkey that was used just now', async () => {
    const { db } = shop.deps;
    await db.execute(sql`update staff_sessions set confirmed_at = ${new Date(TEST_NOW.getTime() - 6 * 60_000)}`);
    expect((await download()).status).toBe(403);
    expect((await shop.post('/api/desk/history/exports/', {}, owner.headers)).status).toBe(403);
  });
});
