import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Pressed } from '#contract/desk.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let hana: Awaited<ReturnType<typeof employ>>;
let ilse: Awaited<ReturnType<typeof employ>>;

beforeAll(async () => {
  shop = await openTestShop();
  hana = await employ(shop, ['florist']);
  ilse = await employ(shop, ['florist'], 'Ilse Brandt');
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const buy = async (bouquets?: string[]) =>
  (await buyFlowers(shop, { day: '2026-11-17', ...(bouquets && { bouquets }) })).order;
const press = async (what: 'tie' | 'take-back', ids: number[], by = hana): Promise<Pressed[]> =>
  (await shop.post(`/api/desk/orders/${what}/`, { orders: ids }, by.headers)).json().orders;
const stageOf = async (id: number) =>
  (await shop.deps.db.select({ stage: orders.stage }).from(orders).where(eq(orders.id, id)))[0]?.stage;
const movesOf = async (id: number) =>
  (await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.id))
    .filter(({ what, staffId }) => what === 'stage' && staffId !== null)
    .map(({ staffId, who, before, after }) => ({ staffId, who, before, after }));

describe('POST /api/desk/orders/tie/', () => {
  test('ties several at once, each with an event that names who pressed', async () => {
    const [first, second] = [await buy(), await buy()];
    expect(await press('tie', [first.id, second.id, first.id])).toEqual([
      { order: first.id, done: true, stage: 'tied', words: null },
      { order: second.id, done: true, stage: 'tied', words: null },
    ]);
    expect(await movesOf(first.id)).toEqual([
      { staffId: hana.id, who: 'Hana Okafor', before: 'to tie', after: 'tied' },
    ]);
  });

  test('two who press at once: one does it, the other is told who did, and nothing is done twice', async () => {
    const { id } = await buy();
    const both = await Promise.all([press('tie', [id], hana), press('tie', [id], ilse)]);
    const [done, told] = both.flat().toSorted((left, right) => Number(right.done) - Number(left.done));
    expect(done).toEqual({ order: id, done: true, stage: 'tied', words: null });
    expect(told).toEqual({
      order: id,
      done: false,
      stage: 'tied',
      words: expect.stringMatching(new RegExp(`^(Hana Okafor|Ilse Brandt) tied order ${id} today at 09:46\\.$`)),
    });
    expect(await movesOf(id)).toHaveLength(1);
  });

  test('what cannot be tied does not stop the others', async () => {
    const order = await buy();
    const cancelled = await buy();
    await shop.deps.db.update(orders).set({ stage: 'cancelled' }).where(eq(orders.id, cancelled.id));
    expect(await press('tie', [999_999, cancelled.id, order.id])).toEqual([
      { order: 999_999, done: false, stage: null, words: 'There is no order 999999.' },
      {
        order: cancelled.id,
        done: false,
        stage: 'cancelled',
        words: `Order ${cancelled.id} was cancelled: it is not to be tied.`,
      },
      { order: order.id, done: true, stage: 'tied', words: null },
    ]);
  });

  test.each([
    [{ orders: [] }, { orders: ['Choose an order first.'] }],
    [{ orders: Array.from({ length: 201 }, () => 1) }, { orders: ['That is too many at once.'] }],
    [{ orders: ['1'] }, { 'orders.0': ['This must be the id of an order.'] }],
  ])('refuses %j in words', async (body, refusal) => {
    const response = await shop.post('/api/desk/orders/tie/', body, hana.headers);
    expect(response.status).toBe(400);
    expect(Object.values(response.json())).toEqual(Object.values(refusal));
  });
});

describe('POST /api/desk/orders/take-back/', () => {
  test('an order that is tied is to tie again; pressed twice, the second is told', async () => {
    const { id } = await buy();
    await press('tie', [id]);
    expect(await press('take-back', [id], ilse)).toEqual([{ order: id, done: true, stage: 'to tie', words: null }]);
    expect(await press('take-back', [id])).toEqual([
      { order: id, done: false, stage: 'to tie', words: `Ilse Brandt took order ${id} back today at 09:46.` },
    ]);
    expect(await movesOf(id)).toHaveLength(2);
  });

  test('what has left stays out', async () => {
    const { id } = await buy();
    await press('tie', [id]);
    await shop.deps.db.update(orders).set({ stage: 'out', dispatchedAt: TEST_NOW }).where(eq(orders.id, id));
    const [told] = await press('take-back', [id]);
    expect(told).toMatchObject({ done: false, stage: 'out', words: expect.stringContaining(`Order ${id} is out`) });
    expect(await stageOf(id)).toBe('out');
  });
});

describe('POST /api/desk/orders/{orderId}/count-tied/', () => {
  const count = async (id: number, body: object, by = hana) => {
    const response = await shop.post(`/api/desk/orders/${id}/count-tied/`, body, by.headers);
    return [response.status, response.json()];
  };

  test('counts up, and ties the order with the last bouquet of the last line; taken back, one is missing again', async () => {
    const { id, order_items: lines } = await buy(['Tearoom', 'Rosy Parlour']);
    const [tearoom = 0, parlour = 0] = lines.map((line) => line.id);
    const counted = { order: id, done: true, stage: 'to tie', words: null };
    expect(await count(id, { item: tearoom, from: 0, to: 1 })).toEqual([200, counted]);
    expect(await count(id, { item: tearoom, from: 1, to: 2 })).toEqual([200, counted]);
    expect(await count(id, { item: parlour, from: 0, to: 1 })).toEqual([200, counted]);
    expect(await count(id, { item: parlour, from: 1, to: 2 })).toEqual([200, { ...counted, stage: 'tied' }]);
    await press('take-back', [id]);
    const { lines: left } = (await shop.get(`/api/desk/orders/${id}/ticket/`, hana.headers)).json();
    expect(left.map((line: { tied: number }) => line.tied)).toEqual([2, 1]);
  });

  test('the same press come again changes nothing; one that is out of date is told what is true', async () => {
    const { id, order_items: lines } = await buy();
    const item = lines[0]?.id;
    await count(id, { item, from: 0, to: 1 });
    expect(await count(id, { item, from: 0, to: 1 }, ilse)).toEqual([
      200,
      { order: id, done: false, stage: 'to tie', words: null },
    ]);
    expect(await count(id, { item, from: 0, to: 2 }, ilse)).toEqual([409, { detail: '1 of 2 are tied already.' }]);
    expect(await count(id, { item, from: 1, to: 0 })).toMatchObject([200, { done: true }]);
  });

  test('refuses lines of other orders, and more than there are', async () => {
    const [{ id }, other] = [await buy(), await buy()];
    const [mine, theirs] = [await buy(), other].map((order) => order.order_items[0]?.id);
    expect(await count(id, { item: theirs, from: 0, to: 1 })).toEqual([
      400,
      { item: ['This is not a line of the order.'] },
    ]);
    expect(mine).toBeDefined();
    expect(await count(other.id, { item: theirs, from: 0, to: 3 })).toEqual([400, { to: ['There are 2 of them.'] }]);
    expect((await count(999_999, { item: theirs, from: 0, to: 1 }))[0]).toBe(404);
  });
});

describe('/api/desk/orders/{orderId}/cannot-be-tied/', () => {
  const troublesOf = async (id: number) =>
    (await shop.get(`/api/desk/orders/${id}/ticket/`, hana.headers)).json().troubles;

  test('puts an order under trouble until that is taken back, or it is tied', async () => {
    const { id } = await buy();
    const path = `/api/desk/orders/${id}/cannot-be-tied/`;
    const why = { why: 'No peonies at the market' };
    expect((await shop.call('PUT', path, { body: why, headers: hana.headers })).status).toBe(204);
    expect((await shop.call('PUT', path, { body: why, headers: ilse.headers })).status).toBe(204);
    expect(await troublesOf(id)).toEqual(['cannot be tied']);
    expect((await shop.call('DELETE', path, { headers: hana.headers })).status).toBe(204);
    expect(await troublesOf(id)).toEqual([]);
    await shop.call('PUT', path, { body: {}, headers: hana.headers });
    await press('tie', [id]);
    expect(await troublesOf(id)).toEqual([]);
    expect((await shop.call('PUT', path, { body: {}, headers: ilse.headers })).json()).toEqual({
      detail: `Hana Okafor tied order ${id} today at 09:46.`,
    });
    const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, id));
    const kinds = events.map(({ what }) => what).filter((what) => what.endsWith('be tied'));
    expect(kinds).toEqual(['cannot be tied', 'can be tied', 'cannot be tied']);
  });
});
