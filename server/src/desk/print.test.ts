import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrintedOrders } from '#contract/desk-print.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import { runStops, runs } from '#server/features/runs/table.ts';
import { changeDetails } from '#server/features/shop/change-details.ts';
import { swaps } from '#server/features/tying/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let flora: Awaited<ReturnType<typeof employ>>;

beforeAll(async () => {
  shop = await openTestShop();
  flora = await employ(shop, ['florist'], 'Flora Reed');
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});

const list = async (query: string): Promise<PrintedOrders> => {
  const response = await shop.get(`/api/desk/print/?${query}`, flora.headers);
  expect([response.status, query]).toEqual([200, query]);
  return response.json();
};
const idsOf = ({ orders }: PrintedOrders) => orders.map(({ id }) => id);

async function makeRun(day: string, number: number, stops: number[], driverId?: number): Promise<number> {
  const [run] = await shop.deps.db
    .insert(runs)
    .values({ day, number, leavesAt: '11:00', driverId: driverId ?? null })
    .returning();
  const runId = (run as { id: number }).id;
  await shop.deps.db.insert(runStops).values(stops.map((orderId, position) => ({ orderId, runId, position })));
  return runId;
}

describe('GET /api/desk/print/', () => {
  test('sends packing slips from the address that the owner has set', async () => {
    const before = {
      street: 'Unit 4, Marigold Lane',
      city: 'London',
      postcode: 'E8 3QX',
      email: 'hello@marigoldlane.example',
    };
    expect((await list('sheet=slip')).sender).toEqual(before);
    const moved = { street: '7 Petal Yard', city: 'Leeds', postcode: 'LS1 4AP' };
    await shop.deps.db.transaction((tx) => changeDetails(tx, moved));
    expect((await list('sheet=slip')).sender).toEqual({ ...before, ...moved });
  });

  test('a flat that is only a dash is on no paper, and on no page of a run; the order keeps what was typed', async () => {
    const { order } = await buyFlowers(shop, { day: '2026-11-19' });
    const { db } = shop.deps;
    await db
      .update(orders)
      .set({ address: sql`${orders.address} || '{"apartment_address": "-"}'` })
      .where(eq(orders.id, order.id));
    const run = await makeRun('2026-11-19', 1, [order.id]);
    const lines = ['4 Marigold Lane', 'London'];
    for (const sheet of ['card', 'ticket', 'slip'])
      expect((await list(`sheet=${sheet}&ids=${order.id}`)).orders[0]?.address).toEqual(lines);
    const read = async (path: string) => (await shop.get(`/api/desk/${path}`, flora.headers)).json();
    expect((await read(`print/run/?run=${run}`)).stops[0].address).toEqual(lines);
    expect((await read(`my-runs/?run=${run}`)).runs[0].stops[0].address).toEqual(lines);
    expect((await read('deliveries/?day=2026-11-19')).runs[0].stops[0].street).toBe('4 Marigold Lane');
    expect((await read(`orders/${order.id}/`)).address.apartment_address).toBe('-');
  });

  test('gives orders as they are printed, with the recipe, swaps and the note word for word', async () => {
    const { order } = await buyFlowers(shop, { day: '2026-11-17' });
    const { db } = shop.deps;
    await db
      .update(orders)
      .set({ text: 'شكرا 谢谢 👩‍👩‍👧\n\u202eLove', driverNote: 'Blue door', nobodyIn: 'porch' })
      .where(eq(orders.id, order.id));
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    const swap = { orderId: order.id, itemId: item?.id as number, count: 2, insteadCount: 3, madeAt: TEST_NOW };
    await db.insert(swaps).values({ ...swap, flower: 'Fern', instead: 'Ruscus', state: 'fine' });
    const { orders: printed } = await list(`sheet=ticket&ids=${order.id}`);
    expect(printed).toEqual([
      {
        id: order.id,
        stage: 'to tie',
        leaves_on: '2026-11-17',
        arrives_on: '2026-11-17',
        run: null,
        stop: null,
        by_carrier: false,
        recipient: 'Nell Whitcombe',
        address: ['Flat 2', '4 Marigold Lane', 'London'],
        district: '',
        phone: '',
        note: 'شكرا 谢谢 👩‍👩‍👧\nLove',
        driver_note: 'Blue door',
        nobody_in: 'porch',
        swap_choice: 'choose',
        replaces: null,
        lines: [
          {
            name: 'Tearoom',
            size: 'standard',
            quantity: 2,
            wrapping: expect.stringContaining('paper'),
            care: expect.stringContaining('stem'),
            stems: item?.stems,
            extras: [],
            swaps: [{ flower: 'Fern', count: 2, instead: 'Ruscus', instead_count: 3 }],
          },
        ],
        printed: 0,
      },
    ]);
  });

  test('a day has what has not left, in the order of the runs, the carrier last', async () => {
    const day = '2026-11-20';
    const buy = async () => (await buyFlowers(shop, { day })).order.id;
    const [parcel, late, second, first, tied, gone] = [
      await buy(),
      await buy(),
      await buy(),
      await buy(),
      await buy(),
      await buy(),
    ];
    const { db } = shop.deps;
    await db.update(orders).set({ collectedOn: day }).where(eq(orders.id, parcel));
    await db.update(orders).set({ stage: 'tied' }).where(eq(orders.id, tied));
    await db.update(orders).set({ stage: 'out' }).where(eq(orders.id, gone));
    const run = await makeRun(day, 1, [first, gone, second]);
    await makeRun(day, 2, [tied]);
    expect(idsOf(await list(`sheet=card&day=${day}`))).toEqual([first, second, tied, late, parcel]);
    expect(await list(`sheet=card&day=${day}&run=1`)).toMatchObject({
      day,
      run: 1,
      orders: [
        { id: first, run: 1, stop: 1 },
        { id: gone, stop: 2 },
        { id: second, stop: 3 },
      ],
    });
    expect(idsOf(await list(`sheet=card&run=${run}`))).toEqual([first, gone, second]);
    for (const none of [`day=${day}&run=40000`, `day=${day}&run=9999999999`, 'run=9999999999'])
      expect(idsOf(await list(`sheet=card&${none}`))).toEqual([]);
    // Of today, as without any run.
    expect(idsOf(await list('sheet=card&run=carrier'))).toEqual([]);
    expect(idsOf(await list(`sheet=card&day=${day}&run=carrier`))).toEqual([parcel]);
    expect(idsOf(await list(`sheet=card&ids=${second},${parcel}`))).toEqual([second, parcel]);
  });

  test('never what was cancelled or is not paid for', async () => {
    const { order } = await buyFlowers(shop, { day: '2026-11-21' });
    await shop.deps.db.update(orders).set({ stage: 'cancelled' }).where(eq(orders.id, order.id));
    expect(idsOf(await list(`sheet=slip&ids=${order.id},999999`))).toEqual([]);
  });

  test('refuses an address that it cannot read', async () => {
    const refused = async (query: string) => {
      const response = await shop.get(`/api/desk/print/?${query}`, flora.headers);
      return [response.status, Object.keys(response.json())];
    };
    expect(await refused('sheet=poster')).toEqual([400, ['sheet']]);
    expect(await refused('sheet=card&ids=1,x')).toEqual([400, ['ids']]);
    expect(await refused('sheet=card&run=-1')).toEqual([400, ['run']]);
  });
});

describe('POST /api/desk/print/', () => {
  test('a reprint says so, each sheet for itself, and every print is an event', async () => {
    const { order } = await buyFlowers(shop, { day: '2026-11-17' });
    const print = (sheet: string) =>
      shop.post('/api/desk/print/', { sheet, orders: [order.id, 999_999] }, flora.headers);
    expect((await print('card')).status).toBe(204);
    const countOf = async (sheet: string) => (await list(`sheet=${sheet}&ids=${order.id}`)).orders[0]?.printed;
    expect([await countOf('card'), await countOf('ticket')]).toEqual([1, 0]);
    await print('card');
    expect(await countOf('card')).toBe(2);
    expect(idsOf(await list(`sheet=card&ids=${order.id}&only=unprinted`))).toEqual([]);
    expect(idsOf(await list(`sheet=slip&ids=${order.id}&only=unprinted`))).toEqual([order.id]);
    const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(events.filter(({ what }) => what === 'card printed')).toMatchObject([
      { who: 'Flora Reed', staffId: flora.id, before: null, after: '1' },
      { before: '1', after: '2' },
    ]);
  });

  test('two tablets that print at once are two prints', async () => {
    const { order } = await buyFlowers(shop, { day: '2026-11-17' });
    const body = { sheet: 'ticket', orders: [order.id] };
    await Promise.all(Array.from({ length: 5 }, () => shop.post('/api/desk/print/', body, flora.headers)));
    const { rows } = await shop.deps.db.execute(sql`select count from prints where order_id = ${order.id}`);
    expect(rows).toEqual([{ count: 5 }]);
  });
});

describe('GET /api/desk/print/run/', () => {
  test('is a run with its stops, for when the phone is flat', async () => {
    const { order } = await buyFlowers(shop, { day: '2026-11-24' });
    await shop.deps.db
      .update(orders)
      .set({ driverNote: 'Blue door', nobodyIn: 'porch' })
      .where(eq(orders.id, order.id));
    const driver = await employ(shop, ['driver'], 'Dov Lane');
    const id = await makeRun('2026-11-24', 1, [order.id], driver.id);
    const sheet = (await shop.get('/api/desk/print/run/?day=2026-11-24&run=1', flora.headers)).json();
    expect(sheet).toEqual({
      id,
      number: 1,
      day: '2026-11-24',
      leaves_at: '11:00',
      driver: 'Dov Lane',
      stops: [
        {
          order: order.id,
          stage: 'to tie',
          recipient: 'Nell Whitcombe',
          address: ['Flat 2', '4 Marigold Lane', 'London'],
          postcode: '',
          phone: '',
          driver_note: 'Blue door',
          nobody_in: 'porch',
          what: ['2 × Tearoom'],
          bouquets: 2,
        },
      ],
    });
    expect((await shop.get(`/api/desk/print/run/?run=${id}`, flora.headers)).json()).toEqual(sheet);
    for (const number of ['100', '2147483647'])
      expect((await shop.get(`/api/desk/print/run/?day=2026-11-24&run=${number}`, flora.headers)).status).toBe(404);
    const none = await shop.get('/api/desk/print/run/?day=2026-11-24&run=9', flora.headers);
    expect([none.status, none.json()]).toEqual([404, { detail: 'There is no such run.' }]);
  });
});
