import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bouquet, CatalogueWords, ChangedMeanwhile, SaveBouquet } from '#contract/desk-catalogue.ts';
import type { Order } from '#contract/orders.ts';
import { shareRules } from '#server/features/delivery/lock-rules.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { productId } from '#server/testing/carts.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
let other: Awaited<ReturnType<typeof employ>>;
let id: number;
let first: Bouquet;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop, ['owner'], 'Olive Hart');
  other = await employ(shop, ['owner'], 'Wren Adeyemi');
  id = await productId(shop, 'Rosy Parlour');
  first = await read();
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate desk_log`);
});

const at = (what: number | string) => `/api/desk/catalogue/${what}/`;
const read = async (which = id): Promise<Bouquet> => (await shop.get(at(which), owner.headers)).json();
const toShown = ({ id, alt }: { id: string; alt: string }) => ({ id, alt });

/** What the editor would send if nothing were changed. */
function toSaved(bouquet: Bouquet, changes: Partial<SaveBouquet> = {}): SaveBouquet {
  const { id, item_code, colours, sold, changed, pictures, large, grand, standard_picture, ...same } = bouquet;
  const size = (of: Bouquet['large']) => of && { ...of, picture: of.picture && toShown(of.picture) };
  return {
    ...same,
    pictures: pictures.map(toShown),
    standard_picture: standard_picture && toShown(standard_picture),
    large: size(large),
    grand: size(grand),
    ...changes,
  };
}
const save = (body: object, { headers } = owner) => shop.call('PUT', at(id), { body, headers });
const saveWith = async (changes: Partial<SaveBouquet>, by = owner) => save(toSaved(await read(), changes), by);
const add = (body: object) => shop.post('/api/desk/catalogue/', body, owner.headers);
const logged = () => shop.deps.db.select().from(deskLog);
const inShop = async (which = id) => (await shop.get(`/api/products/${which}/`)).json();

describe('GET /api/desk/catalogue/{id}/', () => {
  test('has all that can be changed, and the colours it is found by', async () => {
    expect(first).toMatchObject({
      id,
      item_code: 'ML-1002',
      name: 'Rosy Parlour',
      status: 'on_sale',
      changed: null,
      version: expect.stringMatching(/^[\w-]{20}$/),
      large: { on_sale: true, stems: expect.any(Array) },
    });
    expect(first.colours).toContain('pink');
    expect((await shop.get(at(999_999), owner.headers)).json()).toEqual({ detail: 'No such bouquet.' });
    expect((await shop.get(at('rosy'), owner.headers)).status).toBe(404);
  });

  test('offers the words that bouquets have already, and the next code', async () => {
    const words: CatalogueWords = (await shop.get(at('words'), owner.headers)).json();
    expect(words.categories).toContain('Bouquets');
    expect(words.occasions).toContain('birthday');
    expect(words.flowers).toContain('Pink peony');
    expect(words.next_code).toBe('ML-1025');
  });
});

describe('PUT /api/desk/catalogue/{id}/', () => {
  test('saves what is there as it is: nothing changes, nothing is written down', async () => {
    const response = await saveWith({});
    expect([response.status, response.json()]).toEqual([200, first]);
    expect(await logged()).toEqual([]);
  });

  test('a most per day waits for orders that are being placed without it, and a price for nobody', async () => {
    let saving: ReturnType<typeof saveWith> | undefined;
    let isSaved = false;
    // As every payment does before it counts what is ordered.
    await shop.deps.db.transaction(async (tx) => {
      await shareRules(tx);
      expect((await saveWith({ price: first.price + 1 })).status).toBe(200);
      saving = saveWith({ most_per_day: 3, price: first.price });
      void saving.then(() => {
        isSaved = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(isSaved).toBe(false);
    });
    expect((await saving)?.json()).toMatchObject({ most_per_day: 3 });
    await saveWith({ most_per_day: null });
    await shop.deps.db.execute(sql`truncate desk_log`);
  });

  test('is in the shop at once, and says who changed what', async () => {
    await inShop();
    const stems = [
      { flower: 'Pink peony', count: 7 },
      { flower: 'Yellow thistle', count: 9 },
    ];
    const response = await saveWith({
      name: '  Rosy Parlour II ',
      stems,
      price: 64.5,
      grand: null,
      most_per_day: 12,
    });
    expect(response.status, response.body).toBe(200);
    const saved: Bouquet = response.json();
    expect(saved).toMatchObject({ name: 'Rosy Parlour II', stems, price: 64.5, most_per_day: 12 });
    expect(saved.grand).toMatchObject({ on_sale: false });
    expect(saved.changed).toEqual({ by: 'Olive Hart', at: TEST_NOW.toISOString() });
    expect(saved.colours).toContain('yellow');
    expect(await inShop()).toMatchObject({ price: 64.5, stems, sizes: [{ size: 'standard' }, { size: 'large' }] });
    expect((await shop.get('/api/products/?search=thistle')).json()).toMatchObject([{ id }]);
    expect(await logged()).toMatchObject([
      {
        action: 'change bouquet',
        subjectId: id,
        staffId: owner.id,
        details: { before: { price: first.price, name: 'Rosy Parlour' }, after: { price: 64.5, most_per_day: 12 } },
      },
    ]);
    const grand = toSaved(first).grand;
    await saveWith({ ...toSaved(first), version: saved.version, grand });
    expect({ ...(await read()), changed: null, version: '' }).toEqual({ ...first, version: '' });
  });

  test('never overwrites what somebody else saved meanwhile, but shows it', async () => {
    const begun = toSaved(await read());
    await saveWith({ care: 'Fresh water every day.' }, other);
    const late = await save({ ...begun, name: 'Rosy Parlour, again' });
    const { detail, current }: ChangedMeanwhile = late.json();
    expect([late.status, detail]).toEqual([
      409,
      'Wren Adeyemi has changed Rosy Parlour meanwhile. Nothing of yours is lost.',
    ]);
    expect(current).toEqual(await read());
    expect(current).toMatchObject({ name: 'Rosy Parlour', care: 'Fresh water every day.' });
    const again = await save({ ...toSaved(current as Bouquet), care: first.care });
    expect(again.status).toBe(200);
  });

  test.each([
    ['the switch of a florist', () => sql`update products set status = 'sold_out' where id = ${id}`],
    ['the price in the table, or the command line', () => sql`update products set price_pence = 1 where id = ${id}`],
    ['a size', () => sql`update product_sizes set price_pence = 1 where product_id = ${id} and size = 'large'`],
  ])('notices %s', async (_what, change) => {
    const begun = toSaved(await read());
    await shop.deps.db.execute(change());
    expect((await save(begun)).status).toBe(409);
    expect((await save({ ...begun, version: (await read()).version })).status).toBe(200);
  });

  test('of two who save at once, one is told', async () => {
    const begun = toSaved(await read());
    const answers = await Promise.all([save({ ...begun, care: 'One.' }), save({ ...begun, care: 'Two.' }, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await saveWith({ care: first.care });
  });

  test('a sale is no change', async () => {
    const begun = toSaved(await read());
    await shop.deps.db.execute(sql`update products set sold = sold + 1 where id = ${id}`);
    expect((await save(begun)).status).toBe(200);
  });

  test.each<[string, object, object]>([
    ['an empty name', { name: ' ' }, { name: ['This field may not be blank.'] }],
    ['a long name', { name: 'a'.repeat(81) }, { name: ['This must be no more than 80 characters.'] }],
    ["another's name", { name: 'tearoom' }, { name: ['ML-1019 has this name already.'] }],
    ['a category written otherwise', { category: 'bouquets' }, { category: ['Other bouquets write it Bouquets.'] }],
    ['no photo', { pictures: [] }, { pictures: ['A bouquet needs a photo.'] }],
    [
      'a photo without words',
      { pictures: [{ id: 'a'.repeat(16), alt: ' ' }] },
      { pictures: ['Say in words what each photo shows.'] },
    ],
    [
      'a photo that is not there',
      { pictures: [{ id: '0'.repeat(16), alt: 'Roses' }] },
      { pictures: ['Photo 1 is not there any more. Please send it again.'] },
    ],
    ['a price of letters', { price: 'dear' }, { price: ['Write a price in pounds, as in 36 or 36.50.'] }],
    [
      'no count',
      { stems: [{ flower: 'Rose', count: 0 }] },
      { stems: ['Count at least one stem, or take the flower out.'] },
    ],
    ['no flower', { stems: [{ flower: '', count: 2 }] }, { stems: ['This field may not be blank.'] }],
    [
      'a flower twice',
      {
        stems: [
          { flower: 'Rose', count: 2 },
          { flower: 'rose', count: 1 },
        ],
      },
      { stems: ['A flower stands there twice.'] },
    ],
    [
      'days the wrong way round',
      { available_from: '2026-12-02', available_until: '2026-12-01' },
      { available_until: ['The last day is before the first.'] },
    ],
    ['a day that is none', { available_from: '2026-02-30' }, { available_from: ['Write a day, as in 2026-12-01.'] }],
    ['none a day', { most_per_day: 0 }, { most_per_day: ['At least one a day, or nothing for no limit.'] }],
    ['a measure of letters', { height_cm: 'tall' }, { height_cm: ['Write whole centimetres, as in 32.'] }],
    ['a null character', { care: 'Water.\0' }, { care: ['This holds characters we cannot keep.'] }],
    ['an occasion with a semicolon', { occasions: ['a;b'] }, { occasions: ['A semicolon cannot stand here.'] }],
  ])('refuses %s', async (_what, changes, words) => {
    const before = await read();
    const response = await saveWith(changes);
    expect([response.status, response.json()]).toEqual([400, words]);
    expect(await read()).toEqual(before);
  });

  test('refuses a size without its recipe', async () => {
    const { large } = toSaved(first);
    expect((await saveWith({ large: large && { ...large, stems: [] } })).json()).toEqual({
      large: ['A size needs its recipe.'],
    });
  });
});

describe('POST /api/desk/catalogue/', () => {
  const newOne = (changes: object = {}) => {
    const { version, ...content } = toSaved(first);
    return { ...content, item_code: 'ML-2001', name: 'Paper Lantern', status: 'withdrawn', ...changes };
  };

  test('adds a bouquet, which is the newest; its pictures have to be its own', async () => {
    const stolen = await add(newOne());
    expect(stolen.json()).toEqual({ pictures: ['Photo 1 is not there any more. Please send it again.'] });
  });

  test.each<[string, object, object]>([
    ['a code that is taken', { item_code: 'ML-1019' }, { item_code: ['Another bouquet has this code.'] }],
    [
      'a code with a space',
      { item_code: 'ML 1' },
      { item_code: ['A code has letters A to Z, digits and hyphens, as in ML-1025.'] },
    ],
    ['a name that is taken', { name: 'Tearoom', status: 'on_sale' }, { name: ['ML-1019 has this name already.'] }],
  ])('refuses %s', async (_what, changes, words) => {
    const response = await add(newOne(changes));
    expect([response.status, response.json()]).toEqual([400, words]);
  });
});

describe('whoever is paying while an owner changes the price', () => {
  let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
  let headers: Record<string, string>;
  beforeAll(async () => {
    checkout = await openTestCheckout();
    ({ headers } = await employ(checkout.shop, ['owner']));
  });
  afterAll(() => checkout.close());

  /** One pound more on the first line of an order, as an owner does it in the table. */
  async function raisePrice(order: Order): Promise<void> {
    const [line] = order.order_items;
    const { price } = (await checkout.shop.get(`/api/products/${line?.product}/`)).json();
    const answer = await checkout.shop.call('PUT', `${at(line?.product ?? 0)}price/`, {
      body: { price: price + 1, seen: price },
      headers,
    });
    expect(answer.status, answer.body).toBe(200);
  }

  test('is asked again if it changes before she is asked for the money', async () => {
    const { token, order } = await checkout.fillCart();
    await raisePrice(order);
    const refused = await checkout.pay.create(token, order);
    expect([refused.status, refused.json()]).toEqual([
      409,
      { detail: 'Your cart has changed. Please look at it again.' },
    ]);
    expect(await checkout.takenFor(order.id)).toEqual([]);
    const now = await checkout.findOrder(token, order.id);
    expect(now.amount_to_pay).toBe(order.amount_to_pay + 1);
    expect((await checkout.pay.create(token, now)).json()).toMatchObject({ id: expect.any(String) });
  });

  test('is not charged if it changes after she has agreed, and pays the new sum only when she has seen it', async () => {
    const { token, order } = await checkout.fillCart();
    const { id: agreed } = (await checkout.pay.create(token, order)).json() as { id: string };
    await checkout.provider.approve(agreed);
    await raisePrice(order);
    const refused = await checkout.pay.capture(token, order.id, agreed);
    expect(refused.json()).toMatchObject({ state: 'changed' });
    expect(await checkout.takenFor(order.id)).toEqual([]);
    const now = await checkout.findOrder(token, order.id);
    const { id: again } = (await checkout.pay.create(token, now)).json() as { id: string };
    await checkout.provider.approve(again);
    expect((await checkout.pay.capture(token, order.id, again)).json()).toMatchObject({ state: 'paid' });
    expect(await checkout.takenFor(order.id)).toEqual([Math.round((order.amount_to_pay + 1) * 100)]);
  });

  test('has paid what she saw if it changes afterwards', async () => {
    const { token, order, pence } = await checkout.buy();
    await raisePrice(order);
    expect(await checkout.takenFor(order.id)).toEqual([pence]);
    expect((await checkout.findOrder(token, order.id)).amount_to_pay).toBe(order.amount_to_pay);
  });
});
