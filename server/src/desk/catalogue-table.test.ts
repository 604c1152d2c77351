import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeskCatalogue, ListedBouquet } from '#contract/desk-catalogue.ts';
import { CATALOGUE_LOCK } from '#server/features/catalogue/file/catalogue-lock.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openClient } from '#server/platform/database/pool/open-client.ts';
import { watchChanges } from '#server/platform/database/watch-changes.ts';
import { productId } from '#server/testing/carts.ts';
import { employ } from '#server/testing/staff.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
let florist: Awaited<ReturnType<typeof employ>>;
let tearoom: number;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop, ['owner'], 'Olive Hart');
  florist = await employ(shop, ['florist'], 'Flora Reed');
  tearoom = await productId(shop, 'Tearoom');
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate desk_log`);
  await shop.deps.db.execute(sql`update products set price_pence = 2800, status = 'on_sale' where id = ${tearoom}`);
});

const list = async (query = '', { headers } = owner): Promise<DeskCatalogue> =>
  (await shop.get(`/api/desk/catalogue/${query}`, headers)).json();
const names = async (query: string) => (await list(query)).bouquets.map(({ name }) => name);
const put = (id: number, what: string, body: object, { headers } = owner) =>
  shop.call('PUT', `/api/desk/catalogue/${id}/${what}/`, { body, headers });
const logged = () => shop.deps.db.select().from(deskLog);

describe('GET /api/desk/catalogue/', () => {
  test('lists every bouquet, the newest first, with prices, stems and how many there are', async () => {
    const { bouquets, counts, has_more } = await list('?limit=100');
    expect(bouquets).toHaveLength(24);
    expect(has_more).toBe(false);
    expect(counts).toEqual({ all: 24, on_sale: 24, sold_out: 0, withdrawn: 0 });
    expect(bouquets.map(({ id }) => id)).toEqual(bouquets.map(({ id }) => id).toSorted((one, other) => other - one));
    expect(bouquets.find(({ id }) => id === tearoom)).toMatchObject({
      item_code: 'ML-1019',
      name: 'Tearoom',
      prices: { standard: 28, large: expect.any(Number), grand: expect.any(Number) },
      stems: expect.any(Number),
      sold: 0,
      status: 'on_sale',
      picture: { id: expect.any(String) },
    });
  });

  test('goes on where the page before ended', async () => {
    const first = await list('?limit=10');
    expect(first.has_more).toBe(true);
    const rest = await list(`?limit=100&before=${first.bouquets.at(-1)?.id}`);
    expect([...first.bouquets, ...rest.bouquets]).toEqual((await list('?limit=100')).bouquets);
  });

  test('finds by a part of the name, of the code or of a flower, and narrows by status', async () => {
    expect(await names('?find=tearo')).toEqual(['Tearoom']);
    expect(await names('?find=ml-1019')).toEqual(['Tearoom']);
    expect(await names('?find=te')).toContain('Tearoom');
    expect(await names('?find=peony')).toContain('Rosy Parlour');
    expect(await names('?find=100%25')).toEqual([]);
    await put(tearoom, 'status', { status: 'sold_out' });
    expect(await names('?show=sold_out')).toEqual(['Tearoom']);
    expect(await names('?show=on_sale&find=tearoom')).toEqual([]);
    expect((await list()).counts).toMatchObject({ on_sale: 23, sold_out: 1 });
  });

  test('refuses what it does not know', async () => {
    expect((await shop.get('/api/desk/catalogue/?show=dear&limit=0', owner.headers)).json()).toEqual({
      show: [expect.any(String)],
      limit: [expect.any(String)],
    });
    expect((await shop.get(`/api/desk/catalogue/?find=${'a'.repeat(101)}`, owner.headers)).status).toBe(400);
  });
});

describe('PUT /api/desk/catalogue/{id}/price/', () => {
  test('holds in the shop at once, and is written down with what it was', async () => {
    await shop.get(`/api/products/${tearoom}/`);
    const response = await put(tearoom, 'price', { price: 31.5, seen: 28 });
    expect([response.status, response.json().prices.standard]).toEqual([200, 31.5]);
    expect((await shop.get(`/api/products/${tearoom}/`)).json().price).toBe(31.5);
    expect(await logged()).toMatchObject([
      {
        at: TEST_NOW,
        staffId: owner.id,
        who: 'Olive Hart',
        action: 'set price',
        subjectId: tearoom,
        details: { before: { price_pence: 2800 }, after: { price_pence: 3150 } },
      },
    ]);
  });

  test('says so when somebody else was faster; the same price twice is no change', async () => {
    await put(tearoom, 'price', { price: 30, seen: 28 });
    const late = await put(tearoom, 'price', { price: 26, seen: 28 });
    expect([late.status, late.json()]).toEqual([
      409,
      { detail: 'Somebody else has changed the price: Tearoom costs £30.00.' },
    ]);
    expect((await put(tearoom, 'price', { price: 30, seen: 28 })).status).toBe(200);
    expect(await logged()).toHaveLength(1);
  });

  test.each([
    ['nothing', {}, 'Write a price in pounds, as in 36 or 36.50.'],
    ['text', { price: '31' }, 'Write a price in pounds, as in 36 or 36.50.'],
    ['part of a penny', { price: 31.505 }, 'Write a price in pounds, as in 36 or 36.50.'],
    ['no money', { price: 0 }, 'A price is at least £0.01.'],
    ['too much', { price: 10_000.01 }, 'A price is at most £10,000.00.'],
  ])('refuses %s', async (_what, body, words) => {
    const response = await put(tearoom, 'price', { seen: 28, ...body });
    expect([response.status, response.json()]).toEqual([400, { price: [words] }]);
    expect(await logged()).toEqual([]);
  });

  test('knows no bouquet that is not there', async () => {
    expect((await put(999_999, 'price', { price: 1, seen: 1 })).json()).toEqual({ detail: 'No such bouquet.' });
  });

  test('waits its turn while a file is imported', async () => {
    const client = await openClient({ connectionString: shop.deps.db.$client.directUrl });
    try {
      await client.query('select pg_advisory_lock($1)', [CATALOGUE_LOCK]);
      expect((await put(tearoom, 'price', { price: 30, seen: 28 })).json()).toEqual({
        detail: 'A file is being imported just now. Please try again in a moment.',
      });
    } finally {
      await client.end();
    }
  });
});

describe('PUT /api/desk/catalogue/{id}/status/', () => {
  test('a florist says that a bouquet is sold out, and on sale again', async () => {
    expect((await put(tearoom, 'status', { status: 'sold_out' }, florist)).json()).toMatchObject({
      status: 'sold_out',
    });
    expect((await shop.get(`/api/products/${tearoom}/`)).json().availability).toBe('sold_out');
    await put(tearoom, 'status', { status: 'sold_out' }, florist);
    await put(tearoom, 'status', { status: 'on_sale' }, florist);
    expect(await logged()).toMatchObject([
      {
        action: 'set sold out',
        who: 'Flora Reed',
        details: { before: { status: 'on_sale' }, after: { status: 'sold_out' } },
      },
      { action: 'set sold out', details: { before: { status: 'sold_out' }, after: { status: 'on_sale' } } },
    ]);
  });

  test('does not bring back a bouquet that is hidden, nor hide one', async () => {
    await shop.deps.db.execute(sql`update products set status = 'withdrawn' where id = ${tearoom}`);
    expect((await put(tearoom, 'status', { status: 'on_sale' }, florist)).json()).toEqual({
      detail: 'Tearoom is hidden: it is not in the shop at all.',
    });
    expect((await put(tearoom, 'status', { status: 'withdrawn' }, florist)).status).toBe(400);
  });

  test('a florist sees the table and changes no price', async () => {
    expect((await list('', florist)).bouquets).toHaveLength(24);
    expect((await put(tearoom, 'price', { price: 1, seen: 28 }, florist)).status).toBe(403);
  });
});

test('a new price is in every process of the shop within two seconds', async () => {
  const database = await createTestDatabase();
  const here = await openTestShop({ database });
  const there = await openTestShop({ database });
  const heard: string[] = [];
  const watch = await watchChanges(
    database.connectionString,
    {
      onCatalogue: () => there.deps.responseCache.clear(),
      onDelivery: () => {},
      onDesk: (change) => change && heard.push(change),
    },
    there.deps.log,
  );
  try {
    const { headers } = await employ(here, ['owner']);
    const id = await productId(here, 'Tearoom');
    const before: ListedBouquet['prices'] = (await there.get(`/api/products/${id}/`)).json();
    expect(before).toMatchObject({ price: 28 });
    const pressed = Date.now();
    await here.call('PUT', `/api/desk/catalogue/${id}/price/`, { body: { price: 29, seen: 28 }, headers });
    await expect.poll(async () => (await there.get(`/api/products/${id}/`)).json().price, { interval: 20 }).toBe(29);
    expect(Date.now() - pressed).toBeLessThan(2_000);
    expect((await there.get('/api/products/?search=tearoom')).json()[0].price).toBe(29);
    expect(heard).toContain('catalogue');
  } finally {
    await watch.stop();
    await there.app.close();
    await here.close();
  }
});
