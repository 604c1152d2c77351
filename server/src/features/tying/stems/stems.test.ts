import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StemsToBuy } from '#contract/desk-stems.ts';
import { setBunches } from '#server/features/catalogue/recipes/bunches.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { stemPurchases, swaps, tiedCounts } from '../table.ts';

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
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate throttles, stem_purchases, swaps, tied_counts, desk_log, flowers`);
  await shop.deps.db.update(orders).set({ stage: 'cancelled' });
});

async function buy(
  name: string,
  { day = '2026-11-17', quantity = 1, size = 'standard', extras = [] as number[] } = {},
) {
  const person = await registerSomeone(shop);
  const line = { product: await productId(shop, name), quantity, size: size as 'standard', extras };
  const { id } = await fillCart(shop, person, [line]);
  await completeCart(shop, id, day);
  return id;
}

const list = async (query = ''): Promise<StemsToBuy> => {
  const response = await shop.get(`/api/desk/stems/${query}`, flora.headers);
  expect(response.status).toBe(200);
  return response.json();
};
const find = ({ flowers }: StemsToBuy, name: string) => flowers.find(({ flower }) => flower === name);
const put = (path: string, body: object) =>
  shop.call('PUT', `/api/desk/stems/${path}/`, { body, headers: flora.headers });

describe('GET /api/desk/stems/', () => {
  test('counts recipes × orders of a day by flower, with the orders each is for', async () => {
    const [one, two] = [await buy('Rosy Parlour'), await buy('Rosy Parlour', { quantity: 2 })];
    const large = await buy('Rosy Parlour', { size: 'large' });
    await buy('Rosy Parlour', { day: '2026-11-18' });
    const stems = await list('?from=2026-11-17&spare=0');
    expect(stems).toMatchObject({
      from: '2026-11-17',
      to: '2026-11-17',
      orders: 3,
      as_if: null,
      bouquets: [
        { name: 'Rosy Parlour, large', count: 1, orders: [large] },
        { name: 'Rosy Parlour', count: 3, orders: [one, two] },
      ],
      wrapping: [{ name: 'Kraft and blush paper wrap, rose ribbon', count: 4 }],
      extras: [],
    });
    // 5 in each standard one, 7 in the large one.
    const peony = find(stems, 'Pink peony');
    expect(peony).toMatchObject({ group: 'Others', needed: 22, in_cooler: 0, buy: 22, bunch: null, bought: false });
    expect(peony?.for.map(({ bouquet, stems: count }) => [stems.bouquets[bouquet]?.name, count])).toEqual(
      expect.arrayContaining([
        ['Rosy Parlour', 15],
        ['Rosy Parlour, large', 7],
      ]),
    );
    expect(stems.flowers.find(({ flower }) => flower === 'Peach rose')?.group).toBe('Roses');
    expect(stems.stems).toBe(stems.flowers.reduce((sum, { needed }) => sum + needed, 0));
  });

  test('adds the spare, takes what is in the cooler off, and rounds up to whole bunches', async () => {
    await buy('Rosy Parlour', { quantity: 4 });
    await setBunches(shop.deps.db, [{ flower: 'Peach rose', bunch: 20 }]);
    // 32 roses, with 5 % 33.6: 34.
    expect(find(await list(), 'Peach rose')).toMatchObject({ needed: 32, buy: 40, bunch: 20, bunches: 2 });
    expect((await put('cooler', { day: '2026-11-17', flower: 'Peach rose', count: 14 })).status).toBe(204);
    expect(find(await list(), 'Peach rose')).toMatchObject({ in_cooler: 14, buy: 20, bunches: 1 });
    await put('cooler', { day: '2026-11-17', flower: 'Peach rose', count: 99 });
    expect(find(await list(), 'Peach rose')).toMatchObject({ buy: 0, bunches: 0 });
    expect(find(await list('?from=2026-11-18'), 'Peach rose')).toBeUndefined();
    expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
      { who: 'Flora Reed', staffId: flora.id, action: 'count cooler', details: { before: 0, after: 14 } },
      { action: 'count cooler', details: { before: 14, after: 99 } },
    ]);
  });

  test('counts what is still to be tied: not what is tied or cancelled, and swapped flowers as they are swapped', async () => {
    const [tied, half, swapped] = [await buy('Tearoom'), await buy('Tearoom', { quantity: 3 }), await buy('Tearoom')];
    const { db } = shop.deps;
    await db.update(orders).set({ stage: 'tied' }).where(eq(orders.id, tied));
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, half));
    await db.insert(tiedCounts).values({ itemId: item?.id as number, tied: 2 });
    const [other] = await db.select().from(orderItems).where(eq(orderItems.orderId, swapped));
    const pinkPerBouquet = other?.stems.find(({ flower }) => flower === 'Pink carnation')?.count as number;
    const swap = { orderId: swapped, itemId: other?.id as number, count: 2, insteadCount: 3, madeAt: TEST_NOW };
    await db.insert(swaps).values([
      { ...swap, flower: 'Pink carnation', instead: 'White rose', state: 'made' },
      { ...swap, flower: 'Coral carnation', instead: 'Red rose', state: 'asked' },
    ]);
    const stems = await list('?from=2026-11-17&spare=0');
    expect(stems).toMatchObject({ orders: 2, bouquets: [{ name: 'Tearoom', count: 2, orders: [half, swapped] }] });
    expect(find(stems, 'Pink carnation')?.needed).toBe(2 * pinkPerBouquet - 2);
    expect(find(stems, 'White rose')).toMatchObject({ needed: 3, for: [{ bouquet: 0, stems: 3 }] });
    expect(find(stems, 'Red rose')).toBeUndefined();
  });

  test('parcels are counted on the day a carrier collects them', async () => {
    const parcel = await buy('Tearoom', { day: '2026-11-18' });
    await shop.deps.db.update(orders).set({ collectedOn: '2026-11-17' }).where(eq(orders.id, parcel));
    expect((await list('?from=2026-11-17')).orders).toBe(1);
    expect((await list('?from=2026-11-18')).orders).toBe(0);
  });

  test('counts as if there were more orders, and says how many the same weekday would bring', async () => {
    await buy('Tearoom');
    await buy('Tearoom');
    expect((await list()).open).toEqual({ order_by: '2026-11-16T12:00:00.000Z', may_come: null, expected: null });
    // Four Tuesdays with ten orders each, of which eight were there by this time on the day before.
    for (const tuesday of ['2026-11-10', '2026-11-03', '2026-10-27', '2026-10-20'])
      for (let count = 0; count < 10; count += 1) await placed(tuesday, count < 8 ? '08:00' : '11:00');
    const stems = await list();
    expect(stems.open?.expected).toBe(3);
    const more = await list('?orders=3&spare=0');
    expect(more).toMatchObject({ orders: 2, as_if: 3 });
    const usual = find(await list('?spare=0'), 'Pink carnation');
    expect(find(more, 'Pink carnation')).toMatchObject({
      needed: usual?.needed,
      buy: Math.ceil(((usual?.needed ?? 0) * 3) / 2),
    });
  });

  test('refuses days that are none, the wrong way round or too many', async () => {
    const refused = async (query: string) => {
      const response = await shop.get(`/api/desk/stems/?${query}`, flora.headers);
      return [response.status, response.json()];
    };
    expect(await refused('from=yesterday')).toEqual([400, { from: ['A day is written as 2026-11-17.'] }]);
    expect(await refused('from=2026-11-18&to=2026-11-17')).toEqual([
      400,
      { to: ['The last day cannot be before the first.'] },
    ]);
    expect(await refused('from=2026-11-01&to=2026-12-31')).toEqual([
      400,
      { to: ['That is more than 31 days at once.'] },
    ]);
  });
});

/** An order of an earlier day, paid for at a time on the day before. */
async function placed(day: string, time: string): Promise<void> {
  await shop.deps.db.execute(sql`with number as (insert into order_numbers default values returning id)
    insert into orders (id, stage, version, text, delivery_date, created_at, completed_at)
    select id, 'delivered', 1, '', ${day}::date, ${day}::date - 1 + ${time}::time, ${day}::date - 1 + ${time}::time from number`);
}

describe('PUT /api/desk/stems/bought/', () => {
  const tick = (changes: object = {}) =>
    put('bought', { from: '2026-11-17', to: '2026-11-17', flower: 'Pink peony', bought: true, needed: 5, ...changes });

  test('a tick is kept for everybody, and orders that come later open it again', async () => {
    await buy('Rosy Parlour');
    expect((await tick()).status).toBe(204);
    expect((await tick()).status).toBe(204);
    const owner = await employ(shop, ['owner']);
    const seen = (await shop.get('/api/desk/stems/', owner.headers)).json();
    expect(find(seen, 'Pink peony')).toMatchObject({ bought: true, since_bought: 0 });
    await buy('Rosy Parlour');
    expect(find(await list(), 'Pink peony')).toMatchObject({ bought: false, since_bought: 5, needed: 10 });
    await tick({ needed: 10 });
    expect(find(await list(), 'Pink peony')).toMatchObject({ bought: true, since_bought: 0 });
    await tick({ bought: false, needed: 10 });
    expect(find(await list(), 'Pink peony')).toMatchObject({ bought: false, since_bought: 0 });
    expect((await shop.deps.db.select().from(deskLog)).map(({ action }) => action)).toEqual(
      Array(4).fill('mark stems bought'),
    );
  });

  test('refuses a number of stems that nobody could need', async () => {
    await buy('Rosy Parlour');
    const response = await tick({ needed: Number.MAX_SAFE_INTEGER });
    expect([response.status, Object.keys(response.json())]).toEqual([400, ['needed']]);
    expect(await shop.deps.db.$count(stemPurchases)).toBe(0);
  });

  test('a tick for several days is one for each day that needs the flower', async () => {
    await buy('Rosy Parlour');
    await buy('Rosy Parlour', { day: '2026-11-19' });
    await tick({ to: '2026-11-20', needed: 10 });
    expect(await shop.deps.db.select().from(stemPurchases).orderBy(stemPurchases.day)).toMatchObject([
      { day: '2026-11-17', boughtFor: 5 },
      { day: '2026-11-19', boughtFor: 5 },
    ]);
    expect(find(await list('?from=2026-11-19'), 'Pink peony')).toMatchObject({ bought: true });
    expect(find(await list('?from=2026-11-17&to=2026-11-20'), 'Pink peony')).toMatchObject({
      bought: true,
      needed: 10,
    });
  });
});

describe('GET /api/desk/stems/csv/', () => {
  test('is the same list, and no cell of it is a formula', async () => {
    const id = await buy('Rosy Parlour');
    await shop.deps.db
      .update(orderItems)
      .set({ stems: [{ flower: '=HYPERLINK("x")', count: 2 }] })
      .where(eq(orderItems.orderId, id));
    const response = await shop.get('/api/desk/stems/csv/?from=2026-11-17&spare=0', flora.headers);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="stems-2026-11-17.csv"',
      'cache-control': 'no-store',
    });
    const [header, row] = response.body.replace('\ufeff', '').split('\r\n');
    expect(header).toBe('Flower,Group,Needed,In the cooler,Buy,Bunch of,Bunches,Bought,For,Orders');
    expect(row).toBe(`"'=HYPERLINK(""x"")",Others,2,0,2,,,,Rosy Parlour 2,${id}`);
  });
});
