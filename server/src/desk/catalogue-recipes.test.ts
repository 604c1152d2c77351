import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bouquet } from '#contract/desk-catalogue.ts';
import type { ImportedCatalogue } from '#contract/desk-catalogue-file.ts';
import { products } from '#server/features/catalogue/table.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { productId } from '#server/testing/carts.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop);
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});

const REFUSED = { stems: ['A bouquet goes on sale with its recipe: count its flowers here, or hide it until then.'] };
const toShown = ({ id, alt }: { id: string; alt: string }) => ({ id, alt });
const read = async (id: number): Promise<Bouquet> =>
  (await shop.get(`/api/desk/catalogue/${id}/`, owner.headers)).json();

/** What the editor would send. */
async function saveWith(id: number, changes: Partial<Bouquet>) {
  const { item_code, colours, sold, changed, pictures, standard_picture, id: _, ...same } = await read(id);
  const body = {
    ...same,
    large: null,
    grand: null,
    pictures: pictures.map(toShown),
    standard_picture: null,
    ...changes,
  };
  return shop.call('PUT', `/api/desk/catalogue/${id}/`, { body, headers: owner.headers });
}
const setStatus = (id: number, status: string) =>
  shop.call('PUT', `/api/desk/catalogue/${id}/status/`, { body: { status }, headers: owner.headers });
const bring = (rows: unknown, more = {}) =>
  shop.post('/api/desk/catalogue/file/', { format: 'json', text: JSON.stringify(rows), ...more }, owner.headers);
const readFile = async (): Promise<{ item_code: string }[]> =>
  (await shop.get('/api/desk/catalogue/file/?format=json', owner.headers)).json();

test('a bouquet without a recipe is saved hidden or sold out, and never goes on sale: neither saved nor switched', async () => {
  const id = await productId(shop, 'Rosy Parlour');
  const refused = await saveWith(id, { stems: [] });
  expect([refused.status, refused.json()]).toEqual([400, REFUSED]);
  for (const status of ['withdrawn', 'sold_out'] as const)
    expect((await saveWith(id, { stems: [], status })).status).toBe(200);
  const switched = await setStatus(id, 'on_sale');
  expect([switched.status, switched.json()]).toEqual([
    409,
    { detail: 'Rosy Parlour has no recipe yet: count its flowers on its page, then it can go on sale.' },
  ]);
  expect((await saveWith(id, { status: 'on_sale' })).json()).toEqual(REFUSED);
  expect((await saveWith(id, { stems: [{ flower: 'Pink peony', count: 5 }], status: 'on_sale' })).status).toBe(200);
});

test('one that has been on sale without a recipe goes on, and can be changed', async () => {
  const id = await productId(shop, 'Tearoom');
  await shop.deps.db.update(products).set({ stems: [] }).where(eq(products.id, id));
  expect((await saveWith(id, { price: 31 })).status).toBe(200);
  const rows = await readFile();
  expect((await bring(rows)).json()).toMatchObject({ changed: 0 });
  expect((await setStatus(id, 'sold_out')).status).toBe(200);
  expect((await setStatus(id, 'on_sale')).status).toBe(409);
});

test('a file brings no bouquet on sale without its recipe, and says in which line', async () => {
  const [row] = await readFile();
  const fresh = { ...row, item_code: 'NEW-1', name: 'First Frost', stems: [] };
  const refused = await bring([fresh]);
  expect([refused.status, JSON.stringify(refused.json())]).toEqual([
    400,
    expect.stringContaining('stems is missing: write its recipe, or withdrawn as its status until there is one'),
  ]);
  const hidden: ImportedCatalogue = (await bring([{ ...fresh, status: 'withdrawn' }])).json();
  expect(hidden).toMatchObject({ added: 1 });
});
