import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { employ } from '#server/testing/staff.ts';
import { askAboutSwap, missTwo } from '#server/testing/swaps.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let hana: Awaited<ReturnType<typeof employ>>;

beforeAll(async () => {
  shop = await openTestShop();
  hana = await employ(shop, ['florist']);
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const buy = async () => buyFlowers(shop, { day: '2026-11-17' });
const swap = async (id: number, body: object) => {
  const response = await shop.post(`/api/desk/orders/${id}/swaps/`, body, hana.headers);
  return [response.status, response.json()] as const;
};
const ticketOf = async (id: number) => (await shop.get(`/api/desk/orders/${id}/ticket/`, hana.headers)).json();
const tie = async (id: number) =>
  (await shop.post('/api/desk/orders/tie/', { orders: [id] }, hana.headers)).json().orders[0];

describe('POST /api/desk/orders/{orderId}/swaps/', () => {
  test('swaps, flags the ticket and tells the buyer by letter; sent again, there is still one', async () => {
    const { person, order } = await buy();
    const wanted = await missTwo(shop, order.id, hana.headers);
    const [status, made] = await swap(order.id, wanted);
    expect([status, made]).toEqual([
      201,
      {
        ...wanted,
        id: expect.any(Number),
        instead_count: 2,
        state: 'made',
        made_at: '2026-11-16T09:46:00.000Z',
        by: 'Hana Okafor',
      },
    ]);
    expect(await swap(order.id, wanted)).toEqual([200, made]);
    expect(await ticketOf(order.id)).toMatchObject({ flags: ['swap'], troubles: [], swaps: [made] });
    await shop.doJobs();
    const letters = shop.letters().filter(({ to, subject }) => to === person.user.email && subject.includes('swapped'));
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain(`2 × ${wanted.flower}`);
    const told = and(eq(orderEvents.orderId, order.id), eq(orderEvents.what, 'swap'));
    expect(await shop.deps.db.select().from(orderEvents).where(told)).toMatchObject([
      { staffId: hana.id, who: 'Hana Okafor', before: `2 ${wanted.flower}`, after: '2 White rose' },
    ]);
    expect(await tie(order.id)).toMatchObject({ done: true });
  });

  test('without the letter, none is sent', async () => {
    const { person, order } = await buy();
    await swap(order.id, { ...(await missTwo(shop, order.id, hana.headers)), tell: false });
    await shop.doJobs();
    expect(shop.letters().filter(({ to, subject }) => to === person.user.email && subject.includes('swapped'))).toEqual(
      [],
    );
  });

  test('refuses what is not in the recipe, more than is in it, and the flower itself', async () => {
    const { order } = await buy();
    const wanted = await missTwo(shop, order.id, hana.headers);
    const recipe = (await ticketOf(order.id)).lines[0].recipe as { flower: string; count: number }[];
    const inIt = recipe[0]?.count ?? 0;
    expect(await swap(order.id, { ...wanted, flower: 'Thistle' })).toEqual([
      400,
      { flower: ['This flower is not in the recipe.'] },
    ]);
    expect(await swap(order.id, { ...wanted, count: inIt + 1 })).toEqual([
      400,
      { count: [`Only ${inIt} are left to swap.`] },
    ]);
    expect(await swap(order.id, { ...wanted, instead: wanted.flower })).toMatchObject([400, { instead: [/missing/] }]);
    expect(await swap(order.id, { ...wanted, item: 999_999 })).toMatchObject([400, { item: [/not a line/] }]);
    expect(await swap(order.id, { ...wanted, count: 0, instead: ' ' })).toMatchObject([
      400,
      { count: ['At least one.'], instead: ['This field may not be blank.'] },
    ]);
    expect(await swap(order.id, { ...wanted, ask: true, photo: 'bm90IGEgcGhvdG8=' })).toMatchObject([
      400,
      { photo: [/JPEG/] },
    ]);
    await tie(order.id);
    expect(await swap(order.id, wanted)).toEqual([
      409,
      { detail: `Hana Okafor tied order ${order.id} today at 09:46.` },
    ]);
  });

  test('a buyer who wants to be asked is asked', async () => {
    const { order } = await buy();
    await shop.deps.db.update(orders).set({ swapChoice: 'ask' }).where(eq(orders.id, order.id));
    const wanted = await missTwo(shop, order.id, hana.headers);
    expect(await swap(order.id, wanted)).toEqual([400, { ask: ['This buyer wants to be asked first.'] }]);
    expect((await swap(order.id, { ...wanted, ask: true }))[0]).toBe(201);
  });
});

describe('asking the buyer', () => {
  const answer = async (key: string, body: object) => {
    const response = await shop.post(`/api/swaps/${key}/answer/`, body);
    return [response.status, response.json()] as const;
  };

  test('the ticket waits until the buyer agrees', async () => {
    const { order, key, person } = await askAboutSwap(shop);
    expect(await tie(order.id)).toMatchObject({ done: false, stage: 'to tie', words: expect.stringMatching(/waits/) });
    expect((await ticketOf(order.id)).troubles).toEqual(['waits for the buyer']);
    expect((await shop.get(`/api/swaps/${key}/`)).json()).toMatchObject({
      order: order.id,
      bouquet: 'Tearoom',
      count: 2,
      instead: 'White rose',
      state: 'asked',
      has_photo: true,
      can_answer: true,
      arrives_on: '2026-11-17',
    });
    const letter = shop.letters().findLast(({ to }) => to === person.user.email);
    expect(letter?.html).toContain(`https://shop.example/api/swaps/${key}/photo/`);
    const photo = await shop.get(`/api/swaps/${key}/photo/`);
    expect([photo.status, photo.headers['content-type'], photo.headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ]);
    expect(await answer(key, { answer: 'fine' })).toMatchObject([200, { state: 'fine' }]);
    expect(await answer(key, { answer: 'fine' })).toMatchObject([200, { state: 'fine' }]);
    const answered = and(eq(orderEvents.orderId, order.id), eq(orderEvents.what, 'swap answered'));
    expect(await shop.deps.db.select().from(orderEvents).where(answered)).toMatchObject([
      { who: 'buyer', before: 'asked', after: 'fine' },
    ]);
    expect(await tie(order.id)).toMatchObject({ done: true });
    expect(await answer(key, { answer: 'call' })).toMatchObject([409, { detail: expect.stringMatching(/settled/) }]);
  });

  test('who wants a call is called; then it is settled, and the ticket waits no longer', async () => {
    const { order, key, swap: asked } = await askAboutSwap(shop);
    await answer(key, { answer: 'call' });
    expect((await ticketOf(order.id)).troubles).toEqual(['call the buyer']);
    expect(await tie(order.id)).toMatchObject({ done: false, words: expect.stringMatching(/wants a call/) });
    const settle = () => shop.post(`/api/desk/swaps/${asked.id}/settle/`, undefined, hana.headers);
    expect([(await settle()).status, (await settle()).status]).toEqual([204, 204]);
    expect((await ticketOf(order.id)).troubles).toEqual([]);
    expect(await tie(order.id)).toMatchObject({ done: true });
  });

  test('a swap that is withdrawn is gone, and so is its question', async () => {
    const { order, key, swap: asked } = await askAboutSwap(shop);
    const withdraw = () => shop.call('DELETE', `/api/desk/swaps/${asked.id}/`, { headers: hana.headers });
    expect((await withdraw()).status).toBe(204);
    expect((await withdraw()).status).toBe(404);
    expect((await ticketOf(order.id)).swaps).toEqual([]);
    expect(await answer(key, { answer: 'fine' })).toMatchObject([404, { detail: expect.stringMatching(/no longer/) }]);
    expect((await shop.get(`/api/swaps/${key}/photo/`)).status).toBe(404);
  });

  test('a made-up key opens nothing', async () => {
    expect((await shop.get(`/api/swaps/${'a'.repeat(43)}/`)).status).toBe(404);
    expect(await answer('x', { answer: 'perhaps' })).toEqual([400, { answer: ['Please choose one of the two.'] }]);
  });
});

test('GET /api/desk/flowers/ offers the same flower first, then the same colour', async () => {
  const response = await shop.get('/api/desk/flowers/?flower=Peach%20rose', hana.headers);
  const offered = response.json() as { name: string; like: string }[];
  expect(offered[0]).toEqual({ name: 'Coral rose', like: 'same flower', near: false });
  expect(offered.map(({ name }) => name)).not.toContain('Peach rose');
  expect(offered.length).toBeLessThanOrEqual(6);
});
