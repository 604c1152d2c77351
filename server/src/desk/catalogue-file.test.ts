import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportedCatalogue } from '#contract/desk-catalogue-file.ts';
import { productPhotos } from '#server/features/catalogue/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop, ['owner'], 'Olive Hart');
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(() => shop.deps.db.execute(sql`truncate desk_log`));

const ADDRESS = '/api/desk/catalogue/file/';
const take = async (format: string) => shop.get(`${ADDRESS}?format=${format}`, owner.headers);
const bring = (text: string, more: object = {}) => shop.post(ADDRESS, { format: 'json', text, ...more }, owner.headers);
type Row = { item_code: string; price: number; status: string; care: string; name: string };
const readRows = async (): Promise<Row[]> => (await take('json')).json();

/** The file of now, with the price of one bouquet changed. */
async function withPrice(price: number): Promise<string> {
  const rows = await readRows();
  return JSON.stringify(rows.map((row) => (row.item_code === 'ML-1019' ? { ...row, price } : row)));
}
const tearoom = async () => (await readRows()).find(({ item_code }) => item_code === 'ML-1019');

describe('GET /api/desk/catalogue/file/', () => {
  test.each(['csv', 'json'])('a file in %s that changes nothing when it is brought back', async (format) => {
    const file = await take(format);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="catalogue.${format}"`);
    expect(file.headers['content-type']).toContain(format);
    const outcome: ImportedCatalogue = (await bring(file.body, { format })).json();
    expect(outcome).toMatchObject({ is_done: false, added: 0, changed: 0, unchanged: 24, changes: [], unused: [] });
  });
});

describe('POST /api/desk/catalogue/file/', () => {
  test('says first what would change, and does it when it is told so', async () => {
    const text = await withPrice(33);
    const seen: ImportedCatalogue = (await bring(text)).json();
    expect(seen).toMatchObject({
      is_done: false,
      added: 0,
      changed: 1,
      unchanged: 23,
      changes: [
        {
          item_code: 'ML-1019',
          name: 'Tearoom',
          is_new: false,
          fields: [{ name: 'price', before: '£28.00', after: '£33.00' }],
        },
      ],
    });
    expect(await tearoom()).toMatchObject({ price: 28 });
    // A photo that waits to be used is not deleted by it.
    await shop.deps.db.insert(productPhotos).values({
      sentAt: TEST_NOW,
      state: 'made',
      pictureId: 'f'.repeat(16),
      picture: { id: 'f'.repeat(16), alt: '', width: 16, height: 20, widths: [16], placeholder: '' },
    });
    await shop.deps.db.execute(sql`insert into picture_files values (${'f'.repeat(16)}, 'jpg', 16, '\\x00')`);
    const done = await bring(text, { key: seen.key });
    expect(done.json()).toMatchObject({ is_done: true, changed: 1 });
    expect(await tearoom()).toMatchObject({ price: 33 });
    expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
      {
        action: 'import catalogue',
        who: 'Olive Hart',
        staffId: owner.id,
        details: { before: { 'ML-1019': { price: '£28.00' } }, after: { 'ML-1019': { price: '£33.00' } } },
      },
    ]);
    const { rows } = await shop.deps.db.execute(sql`select 1 from picture_files where picture = ${'f'.repeat(16)}`);
    expect(rows).toHaveLength(1);
  });

  test('reads and compares a large file beside what the shop does, not before it', async () => {
    const [one] = await readRows();
    const many = Array.from({ length: 2_000 }, (_, place) => ({
      ...one,
      item_code: `MANY-${place}`,
      name: `Many ${place}`,
    }));
    const before = performance.eventLoopUtilization();
    const response = await bring(JSON.stringify(many));
    const { utilization } = performance.eventLoopUtilization(before);
    expect(response.json()).toMatchObject({ is_done: false, added: 2_000, unchanged: 0 });
    // Read in this thread it is nearly all of the time.
    expect(utilization).toBeLessThan(0.5);
  });

  test('a catalogue that has changed since is looked at again', async () => {
    const text = await withPrice(35);
    const seen: ImportedCatalogue = (await bring(text)).json();
    await shop.deps.db.execute(sql`update products set price_pence = 3400 where item_code = 'ML-1019'`);
    const late = await bring(text, { key: seen.key });
    expect([late.status, late.json()]).toEqual([
      409,
      { detail: 'The catalogue has changed meanwhile. Please look again at what the file changes.' },
    ]);
    expect(await tearoom()).toMatchObject({ price: 34 });
  });

  test('lists every problem by its place, and changes nothing', async () => {
    const rows = await readRows();
    const [one, two] = rows;
    const bad = [
      { ...one, price: 'dear' },
      { ...two, name: '' },
      { ...two, item_code: 'ML-9', name: 'New', pictures: [{ file: 'pictures/new.jpg', alt: 'New' }] },
    ];
    const response = await bring(JSON.stringify(bad), { key: 'any' });
    expect(response.status).toBe(400);
    expect(response.json().file).toEqual([
      expect.stringContaining('price must be pounds'),
      expect.stringContaining('name is missing'),
      expect.stringContaining('picture pictures/new.jpg is not there'),
    ]);
    expect(await readRows()).toEqual(rows);
  });

  test.each([
    ['no JSON', 'json', '{', /file/],
    ['no bouquets', 'json', '[]', /holds no bouquets/],
    ['a line with too many quotes', 'csv', 'item_code\n"a', /file/],
    ['an empty file', 'json', '', /empty/],
    ['another kind', 'xlsx', 'PK', /must end in .csv or .json/],
  ])('refuses %s in words', async (_what, format, text, words) => {
    const response = await bring(text, { format });
    expect(response.status).toBe(400);
    expect(response.body).toMatch(words);
  });
});
