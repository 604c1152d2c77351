import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { Order } from '#contract/orders.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let ada: Registered;
let ids: number[];

beforeAll(async () => {
  shop = await openTestShop();
  ada = await registerSomeone(shop);
  const product = await productId(shop, 'Tearoom');
  ids = [];
  for (let count = 0; count < 5; count++) {
    const { id } = await fillCart(shop, ada, [{ product, quantity: count + 1 }]);
    if (count < 4) await completeCart(shop, id);
    ids.unshift(id);
  }
  await fillCart(shop, await registerSomeone(shop), [{ product }]);
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const list = async (query = '') => {
  const answer = await shop.call('GET', `/api/user/orders/${query}`, { token: ada.access });
  expect(answer.status).toBe(200);
  return Order.array().parse(answer.json());
};
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);

describe('GET /api/user/orders/', () => {
  test("gives all of one's own and nobody else's, the newest first", { tags: ['§3.3', '§7.4'] }, async () => {
    expect(await idsOf('')).toEqual(ids);
    expect((await list()).map(({ status }) => status)).toEqual(['P', 'C', 'C', 'C', 'C']);
    expect((await list()).map(({ order_items }) => order_items.map(({ quantity }) => quantity))).toEqual([
      [5],
      [4],
      [3],
      [2],
      [1],
    ]);
  });

  test('gives those of one status', { tags: '§4.3' }, async () => {
    expect(await idsOf('?status=P')).toEqual(ids.slice(0, 1));
    expect(await idsOf('?status=C')).toEqual(ids.slice(1));
  });

  test('tells the cart, what is being paid for, what is completed and what was cancelled from each other', {
    tags: ['§3.3', '§4.3', '§7.4', 'D19', 'G36'],
  }, async () => {
    const buyer = await registerSomeone(shop);
    const product = await productId(shop, 'Tearoom');
    const made: number[] = [];
    for (const stage of ['to tie', 'cancelled', 'delivered', 'cancelled', 'awaiting payment', undefined]) {
      const { id } = await fillCart(shop, buyer, [{ product }]);
      made.push(id);
      if (!stage) continue;
      await completeCart(shop, id);
      const paidAt =
        stage === 'awaiting payment' ? sql`null` : sql`completed_at + ${made.length}::int * interval '1 minute'`;
      await shop.deps.db.execute(sql`update orders set stage = ${stage}, completed_at = ${paidAt} where id = ${id}`);
    }
    const [toTie, first, delivered, second, awaited, cart] = made;
    const listOwn = async (query: string) =>
      ((await shop.call('GET', `/api/user/orders/${query}`, { token: buyer.access })).json() as Order[]).map(
        ({ id, status }) => [status, id],
      );
    expect(await listOwn('')).toEqual([
      ['P', cart],
      ['W', awaited],
      ['X', second],
      ['C', delivered],
      ['X', first],
      ['C', toTie],
    ]);
    const [p, w] = [
      ['P', cart],
      ['W', awaited],
    ];
    const [c, x] = [
      [
        ['C', delivered],
        ['C', toTie],
      ],
      [
        ['X', second],
        ['X', first],
      ],
    ];
    expect(await listOwn('?status=P')).toEqual([p]);
    expect(await listOwn('?status=W')).toEqual([w]);
    expect(await listOwn('?status=P,W')).toEqual([p, w]);
    expect(await listOwn('?status=C')).toEqual(c);
    expect(await listOwn('?status=X')).toEqual(x);
    expect(await listOwn('?status=C&limit=1')).toEqual(c.slice(0, 1));
    expect(await listOwn(`?status=C&limit=1&before=${delivered}`)).toEqual(c.slice(1));
    expect(await listOwn(`?status=X&before=${second}`)).toEqual(x.slice(1));
    expect(await listOwn(`?status=C&before=${cart}`)).toEqual(c);
    for (const [status, id] of await listOwn('')) {
      const found = await shop.call('GET', `/api/user/orders/${id}/`, { token: buyer.access });
      expect(found.json()).toMatchObject({ id, status });
    }
    const copy = (await shop.call('GET', '/api/user/profile/download/', { token: buyer.access })).json();
    expect(copy.orders.map(({ status }: Order) => status)).toEqual(['P', 'W', 'X', 'C', 'X', 'C']);
  });

  test('can be read in pages', { tags: 'D19' }, async () => {
    expect(await idsOf('?limit=2')).toEqual(ids.slice(0, 2));
    expect(await idsOf(`?limit=2&before=${ids[1]}`)).toEqual(ids.slice(2, 4));
    expect(await idsOf(`?status=C&limit=2&before=${ids[3]}`)).toEqual(ids.slice(4));
    expect(await idsOf(`?before=${ids[4]}`)).toEqual([]);
  });

  test('goes by when an order was paid for: a replacement may be made while an older cart is open', async () => {
    const later = await registerSomeone(shop);
    const product = await productId(shop, 'Tearoom');
    const made: number[] = [];
    for (let count = 0; count < 3; count++) {
      const { id } = await fillCart(shop, later, [{ product }]);
      await completeCart(shop, id);
      made.push(id);
    }
    const [first, second, third] = made;
    await shop.deps.db.execute(
      sql`update orders set completed_at = completed_at + interval '1 hour' where id = ${first}`,
    );
    const idsOfLater = async (query: string) =>
      ((await shop.call('GET', `/api/user/orders/${query}`, { token: later.access })).json() as Order[]).map(
        ({ id }) => id,
      );
    expect(await idsOfLater('?status=C')).toEqual([first, third, second]);
    expect(await idsOfLater(`?status=C&limit=1&before=${first}`)).toEqual([third]);
    expect(await idsOfLater(`?status=C&before=${third}`)).toEqual([second]);
  });

  test('is empty for someone who has bought nothing', async () => {
    const { access } = await registerSomeone(shop);
    expect((await shop.call('GET', '/api/user/orders/', { token: access })).json()).toEqual([]);
  });

  test.each([
    'status=Q',
    'status=',
    'status=P,Q',
    'status=PW',
    'limit=0',
    'limit=101',
    'limit=1e2',
    'before=x',
    'before=-1',
    'limit=1&limit=2',
  ])('refuses ?%s and says where', async (query) => {
    const answer = await shop.call('GET', `/api/user/orders/?${query}`, { token: ada.access });
    expect([answer.status, Object.keys(answer.json())]).toEqual([400, [query.split('=')[0]]]);
  });

  test('asks the database as often as for a short list, however long it is', { tags: 'D19' }, async () => {
    const { access, user } = await registerSomeone(shop);
    await shop.deps.db.execute(sql`
      with numbers as (insert into order_numbers (merged_into_id) select null from generate_series(1, 3000) returning id),
      bought as (
        insert into orders (id, user_id, stage, version, text, created_at, completed_at, delivery_date)
        select id, ${user.id}, 'to tie', 1, '', now(), now(), '2026-11-17' from numbers returning id)
      insert into order_items (id, order_id, product_id, quantity, price_pence, name)
      select nextval(pg_get_serial_sequence('cart_items', 'id')), bought.id, products.id, 1, 2000, products.name
      from bought, (select * from products limit 2) products`);
    const { $client } = shop.deps.db;
    const asked: unknown[] = [];
    const query = $client.query;
    $client.query = ((...words: Parameters<typeof query>) => {
      asked.push(words);
      return query.apply($client, words);
    }) as typeof query;
    try {
      const answer = await shop.call('GET', '/api/user/orders/', { token: access });
      expect([answer.json()].flat()).toHaveLength(3_000);
      // One finds the session, the others the cart, what is being paid for, and what was bought.
      expect(asked).toHaveLength(4);
      asked.length = 0;
      const page = await shop.call('GET', '/api/user/orders/?status=C&limit=20', { token: access });
      expect([page.json().length, asked.length]).toEqual([20, 2]);
    } finally {
      $client.query = query;
    }
  });
});
