import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Order } from '#contract/orders.ts';
import { ProductDetail } from '#contract/products.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { toOrderInLetter } from './letters/to-order-in-letter.ts';
import { listLines } from './list-lines.ts';
import { type OrderRow, orders } from './table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

/** Someone with an order of today and one that an older or a newer version of the shop wrote down. */
async function withHistory(change: ReturnType<typeof sql>) {
  const { person, order: old } = await buyFlowers(shop);
  const { order: recent } = await buyFlowers(shop, { owner: person });
  await shop.deps.db.execute(sql`update ${change} ${sql.raw(String(old.id))}`);
  const list = await shop.call('GET', '/api/user/orders/?status=C', { token: person.access });
  const one = await shop.call('GET', `/api/user/orders/${old.id}/`, { token: person.access });
  return { person, old, recent, list, one };
}

describe('an order whose address was written down', () => {
  const WHOLE = {
    country: 'GB',
    city: 'London',
    street_address: '4 Marigold Lane',
    apartment_address: 'Flat 2',
    postal_code: '',
    address_type: 'S',
    phone: '',
    recipient_name: 'Nell Whitcombe',
  };

  test.each([
    [
      'before a field was added',
      sql`orders set address = address - 'recipient_name' where id =`,
      { recipient_name: '' },
    ],
    ['with a field left empty', sql`orders set address = address || '{"phone": null}' where id =`, {}],
    ['with a field that is no longer known', sql`orders set address = address || '{"planet": "Mars"}' where id =`, {}],
    ['with another kind of value', sql`orders set address = address || '{"city": 7}' where id =`, { city: '' }],
    ['before anything of it was', sql`orders set address = '{}' where id =`, undefined],
  ])('%s stays in the history, and so does every other', async (_when, change, difference) => {
    const { list, one, old, recent } = await withHistory(change);
    expect([list.status, one.status]).toEqual([200, 200]);
    const [first, second] = Order.array().parse(list.json());
    expect([first?.id, second?.id]).toEqual([recent.id, old.id]);
    expect(first?.address).toEqual(WHOLE);
    const expected = difference
      ? { ...WHOLE, ...difference }
      : { ...WHOLE, city: '', street_address: '', apartment_address: '', recipient_name: '' };
    expect(second?.address).toEqual(expected);
    expect(one.json()).toEqual(second);
  });

  test.each([
    ['nothing', sql`orders set address = null where id =`],
    ['the null of JSON', sql`orders set address = 'null' where id =`],
    ['no object', sql`orders set address = '"4 Marigold Lane"' where id =`],
    ['a list', sql`orders set address = '[1]' where id =`],
  ])('as %s has none, and the history is whole', async (_what, change) => {
    const { list, old, recent } = await withHistory(change);
    expect(list.status).toBe(200);
    expect(list.json().map(({ id, address }: Order) => [id, address])).toEqual([
      [recent.id, WHOLE],
      [old.id, null],
    ]);
  });

  test('can be downloaded, and stands in letters', async () => {
    const change = sql`orders set address = address - 'phone' - 'recipient_name' where id =`;
    const { person, old } = await withHistory(change);
    const data = await shop.call('GET', '/api/user/profile/download/', { token: person.access });
    expect([data.status, data.json().orders[1].address]).toEqual([200, { ...WHOLE, recipient_name: '' }]);
    const [row] = await shop.deps.db.select().from(orders).where(eq(orders.id, old.id));
    const { address } = toOrderInLetter(row as OrderRow, await listLines(shop.deps.db, [old.id]), [], 'buyer');
    expect(address).toEqual(['You, Ada Lovelace', 'Flat 2', '4 Marigold Lane', 'London']);
  });
});

describe('a picture that was written down', () => {
  test.each([
    ['without a field', sql`order_items set picture = picture - 'placeholder' where order_id =`, { placeholder: '' }],
    ['with one too many', sql`order_items set picture = picture || '{"mood": "glad"}' where order_id =`, {}],
    ['without what it takes to show it', sql`order_items set picture = picture - 'widths' where order_id =`, null],
    ['as something else', sql`order_items set picture = '"x"' where order_id =`, null],
  ])('%s does not keep an order out of the history', async (_what, change, difference) => {
    const { list, recent } = await withHistory(change);
    expect(list.status).toBe(200);
    const [, second] = Order.array().parse(list.json());
    const whole = recent.order_items[0]?.picture;
    expect(second?.order_items[0]?.picture).toEqual(difference && { ...whole, ...difference });
  });

  test('and stems, of a bouquet in the catalogue, do not keep it out of the shop', async () => {
    await shop.deps.db.execute(sql`
      update products set pictures = jsonb_set(pictures, '{0}', (pictures -> 0) - 'placeholder'),
        stems = stems || '[{"flower": "Ivy"}, {"count": 2}, 7]' where id = 1`);
    shop.deps.responseCache.clear();
    const list = await shop.get('/api/products/');
    const one = await shop.get('/api/products/1/');
    expect([list.status, one.status]).toEqual([200, 200]);
    const { stems, pictures } = ProductDetail.parse(one.json());
    expect([stems.at(-1), pictures[0]?.placeholder]).toEqual([{ flower: 'Ivy', count: 1 }, '']);
  });
});
