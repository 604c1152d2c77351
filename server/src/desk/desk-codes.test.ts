import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { promoCodes } from '#server/features/promotions/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.deps.db.execute(sql`delete from orders`);
  await shop.deps.db.execute(sql`delete from carts`);
  await shop.deps.db.delete(promoCodes);
  await shop.deps.db.delete(deskLog);
});

const add = (body: unknown) => shop.post('/api/desk/codes/', body, owner.headers);
const find = async (code: string) => (await shop.get(`/api/desk/codes/${code}/`, owner.headers)).json();
const list = async () => (await shop.get('/api/desk/codes/', owner.headers)).json();
const turn = (code: string, open: unknown) =>
  shop.call('PATCH', `/api/desk/codes/${code}/`, { body: { open }, headers: owner.headers });

const LANE5 = {
  code: 'LANE5',
  kind: 'pounds',
  value: 5,
  from: '2026-11-01',
  until: '2026-11-30',
  least: 40,
  uses: 50,
  each: 1,
  first_order: false,
};

describe('POST /api/desk/codes/', () => {
  test('makes a code with all its terms, and writes down who did', async () => {
    const response = await add({ ...LANE5, code: ' lane5 ' });
    const made = { ...LANE5, id: expect.any(Number), ended_at: null, state: 'open', used: 0, given: 0, brought: 0 };
    expect([response.status, response.json()]).toEqual([201, made]);
    expect(await list()).toEqual([made]);
    expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
      {
        who: owner.name,
        staffId: owner.id,
        action: 'add code',
        details: { code: 'LANE5', after: { kind: 'pounds', valuePence: 500 } },
      },
    ]);
  });

  test('makes one of per cent and one of free delivery, without any limit', async () => {
    expect((await add({ code: 'TEN', kind: 'percent', value: 10 })).json()).toMatchObject({ value: 10, uses: null });
    expect((await add({ code: 'SORRY-7Q2M', kind: 'free delivery' })).json()).toMatchObject({ value: 0, until: null });
    expect((await list()).map(({ code }: { code: string }) => code)).toEqual(['SORRY-7Q2M', 'TEN']);
  });

  test('every code that can be made can be shown', async () => {
    expect((await add({ ...LANE5, code: 'GALA', value: 10_000, least: 10_000 })).status).toBe(201);
    expect(await list()).toMatchObject([{ code: 'GALA', value: 10_000, least: 10_000 }]);
  });

  test('says what is to come and what is over', async () => {
    await add({ ...LANE5, code: 'LATER', from: '2026-12-01', until: null });
    await add({ ...LANE5, code: 'SUMMER', from: null, until: '2026-08-31' });
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(['over', 'to come']);
  });

  const POUNDS = ['Pounds from 0.01 to 10,000.00 are needed here, as 5.00.'];
  const USES = ['A whole number from 1 to 1000000 is needed here.'];
  const DAY = ['A day is written as 2026-11-17.'];
  test.each<[object, unknown]>([
    [
      { code: 'A!' },
      { code: ['A code has at least three letters from A to Z or digits; hyphens may stand between them.'] },
    ],
    [{ code: 'X'.repeat(31) }, { code: ['This must be no more than 30 characters.'] }],
    [{ kind: 'gift' }, { kind: ['Say what the code gives.'] }],
    [{ kind: 'percent', value: 101 }, { value: ['A whole number from 1 to 100 is needed here.'] }],
    [{ kind: 'percent', value: 1.5 }, { value: ['A whole number from 1 to 100 is needed here.'] }],
    [{ value: 0 }, { value: POUNDS }],
    [{ value: 'five' }, { value: POUNDS }],
    [{ value: null }, { value: POUNDS }],
    [{ from: 'soon' }, { from: DAY }],
    [{ until: '2026-02-30' }, { until: DAY }],
    [{ from: '2026-11-30', until: '2026-11-01' }, { until: ['The last day comes before the first.'] }],
    [{ least: -1 }, { least: POUNDS }],
    [{ uses: 0 }, { uses: USES }],
    [{ each: 'once' }, { each: USES }],
  ])('refuses %j at its field, and makes nothing', async (wrong, refusal) => {
    const response = await add({ ...LANE5, ...wrong });
    expect([response.status, response.json()]).toEqual([400, refusal]);
    expect(await list()).toEqual([]);
  });

  test('refuses a code that there is already', async () => {
    await add(LANE5);
    const again = await add({ ...LANE5, code: 'lane5', value: 9 });
    expect([again.status, again.json()]).toEqual([400, { code: ['There is a code LANE5 already.'] }]);
    expect(await find('LANE5')).toMatchObject({ value: 5 });
  });
});

describe('PATCH /api/desk/codes/:code/', () => {
  const enter = async (code: string) => {
    const someone = await registerSomeone(shop);
    const cart = await fillCart(shop, someone, [{ product: await productId(shop, 'Tearoom') }]);
    const { access } = someone;
    return shop.call('PATCH', `/api/user/orders/${cart.id}/update-code/`, { body: { code }, token: access });
  };

  test('ends a code for everybody at once, and opens it again', async () => {
    await add({ code: 'TEN', kind: 'percent', value: 10 });
    expect((await enter('TEN')).status).toBe(200);
    expect((await turn('ten', false)).json()).toMatchObject({ state: 'ended', ended_at: '2026-11-16T09:46:00.000Z' });
    expect((await enter('TEN')).json()).toEqual({ code: ['TEN has ended.'] });
    expect((await turn('TEN', false)).json()).toMatchObject({ state: 'ended' });
    expect((await turn('TEN', true)).json()).toMatchObject({ state: 'open', ended_at: null });
    expect((await enter('TEN')).status).toBe(200);
    const log = await shop.deps.db.select().from(deskLog).orderBy(deskLog.id);
    expect(log.map(({ action }) => action)).toEqual(['add code', 'end code', 'open code']);
  });

  test('says what it brought', async () => {
    await add({ code: 'TEN', kind: 'percent', value: 10, uses: 1 });
    const someone = await registerSomeone(shop);
    const { access } = someone;
    const cart = await fillCart(shop, someone, [{ product: await productId(shop, 'Tearoom') }]);
    await shop.call('PATCH', `/api/user/orders/${cart.id}/update-code/`, { body: { code: 'TEN' }, token: access });
    await completeCart(shop, cart.id);
    const found = await find('TEN');
    expect(found).toMatchObject({ state: 'used up', used: 1 });
    expect(found.given).toBeGreaterThan(0);
    expect(found.brought).toBeGreaterThan(found.given);
    const month = async () => (await shop.get('/api/desk/codes/this-month/', owner.headers)).json();
    expect(await month()).toEqual({ given: found.given, brought: found.brought, guesses_today: 0 });
    // A minute before midnight in London the month before ended.
    await shop.deps.db.execute(sql`update orders set completed_at = '2026-10-31T23:59:00Z'`);
    expect(await month()).toEqual({ given: 0, brought: 0, guesses_today: 0 });
    const guess = { body: { code: 'NOBODYS' }, token: access };
    const { id } = await fillCart(shop, someone, [{ product: await productId(shop, 'Tearoom') }]);
    expect((await shop.call('PATCH', `/api/user/orders/${id}/update-code/`, guess)).status).toBe(400);
    expect(await month()).toMatchObject({ guesses_today: 1 });
  });

  test('refuses what is no answer, and a code that there is not', async () => {
    await add({ code: 'TEN', kind: 'percent', value: 10 });
    expect((await turn('TEN', 'no')).json()).toEqual({ open: ['Say whether it can be used.'] });
    expect((await turn('NINE', false)).status).toBe(404);
    expect((await shop.get('/api/desk/codes/NINE/', owner.headers)).status).toBe(404);
  });
});
