import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { Order, type OrderItem } from '#contract/orders.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { awaitPaymentOfCart, completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { lockOrder } from '../lock-order.ts';
import { replaceOrder } from '../paid/replace-order.ts';
import { returnToCart } from '../paid/return-to-cart.ts';
import { orderItems } from '../table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let ada: Registered;
let tearoom: number;
let letterbox: number;
let vase: number;
let candle: number;

beforeAll(async () => {
  shop = await openTestShop();
  tearoom = await productId(shop, 'Tearoom');
  letterbox = await productId(shop, 'Post Haste');
  const { rows } = await shop.deps.db.execute<{ id: number }>(sql`select id from extras order by position`);
  [vase, candle] = rows.map(({ id }) => id) as [number, number];
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`delete from throttles`);
  await shop.deps.db.execute(sql`update extras set on_sale = true`);
  await shop.deps.db.execute(sql`update product_sizes set on_sale = true`);
  await shop.deps.db.execute(
    sql`update products set status = 'on_sale', available_from = null, available_until = null, most_per_day = null`,
  );
  ada = await registerSomeone(shop);
});
afterAll(() => shop.close());
afterEach(() => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
});

type Method = Parameters<typeof shop.call>[0];
const ask = async (method: Method, path: string, body?: unknown, token = ada.access) => {
  const answer = await shop.call(method, `/api/user/orders/${path}`, { token, body });
  return [answer.status, answer.body === '' ? '' : answer.json()];
};
const find = async (id: number): Promise<Order> => Order.parse((await ask('GET', `${id}/`))[1]);
const toLine = ({ size, quantity, price, availability, extras }: OrderItem) => ({
  size,
  quantity,
  price,
  availability,
  extras: extras.map(({ id }) => id),
});
const goOffSale = (size: string) =>
  shop.deps.db.execute(sql`update product_sizes set on_sale = false where product_id = ${tearoom} and size = ${size}`);

describe('two sizes of one bouquet', () => {
  test('are two lines, each at its price, and what goes with them is in the goods', async () => {
    const cart = await fillCart(shop, ada, [
      { product: tearoom },
      { product: tearoom, size: 'large', quantity: 2, extras: [candle, vase, vase] },
    ]);
    const shared = { availability: 'on_sale' };
    expect(cart.order_items.map(toLine)).toEqual([
      { size: 'standard', quantity: 1, price: 28, extras: [], ...shared },
      { size: 'large', quantity: 2, price: 37, extras: [vase, candle], ...shared },
    ]);
    expect(cart.order_items[1]?.extras[0]).toEqual({
      id: vase,
      name: 'Glass vase',
      price: 12,
      availability: 'on_sale',
    });
    expect(cart).toMatchObject({ total_cost: 144, delivery_fee: 5, amount_to_pay: 149 });
    expect(cart.sums).toEqual([
      { kind: 'goods', label: 'Flowers', amount: 102 },
      { kind: 'extras', label: 'Extras', amount: 42 },
      { kind: 'delivery', label: 'Delivery', amount: 5 },
    ]);
  });

  test('with different extras they are different lines, and none gets what it was not bought with', async () => {
    const { id } = await fillCart(shop, ada, [{ product: tearoom, quantity: 2 }]);
    const add = async (extras: number[]) =>
      toLine((await ask('POST', `${id}/order-items/`, { product: tearoom, extras }))[1]);
    const shared = { size: 'standard', price: 28, availability: 'on_sale' };
    expect(await add([vase])).toEqual({ ...shared, quantity: 1, extras: [vase] });
    expect(await add([candle, vase])).toEqual({ ...shared, quantity: 1, extras: [vase, candle] });
    expect(await add([vase, candle])).toEqual({ ...shared, quantity: 2, extras: [vase, candle] });
    expect(await add([])).toEqual({ ...shared, quantity: 3, extras: [] });
    expect((await find(id)).order_items.map(toLine)).toEqual([
      { ...shared, quantity: 3, extras: [] },
      { ...shared, quantity: 1, extras: [vase] },
      { ...shared, quantity: 2, extras: [vase, candle] },
    ]);
    await completeCart(shop, id);
    expect(await find(id)).toMatchObject({ status: 'C', total_cost: 6 * 28 + 12 + 2 * (12 + 9) });
  });

  test('the line whose press came twice is that of its size and extras', async () => {
    const { id } = await fillCart(shop, ada, [{ product: tearoom }, { product: tearoom, size: 'grand' }]);
    const press = () =>
      shop.call('POST', `/api/user/orders/${id}/order-items/`, {
        token: ada.access,
        body: { product: tearoom, size: 'grand', extras: [vase] },
        headers: { 'idempotency-key': '0f9c0c5e-5f1e-4f3b-9a53-3f3f6f0a3a11' },
      });
    const first = (await press()).json();
    expect((await press()).json()).toEqual(first);
    expect(first).toMatchObject({ size: 'grand', quantity: 1, extras: [{ id: vase }] });
  });
});

describe('PATCH /api/user/orders/{id}/order-items/{id}/', () => {
  test('changes what goes with a line, and leaves it where nothing is said of it', async () => {
    const { id, order_items } = await fillCart(shop, ada, [{ product: tearoom, extras: [vase] }]);
    const path = `${id}/order-items/${order_items[0]?.id}/`;
    expect((await ask('PATCH', path, { quantity: 2 }))[1]).toMatchObject({ quantity: 2, extras: [{ id: vase }] });
    expect((await ask('PATCH', path, { quantity: 2, extras: [candle] }))[1]).toMatchObject({
      extras: [{ id: candle, price: 9 }],
    });
    expect((await ask('PATCH', path, { quantity: 2, extras: [] }))[1]).toMatchObject({ extras: [] });
    expect(await find(id)).toMatchObject({ total_cost: 56 });
  });

  test('a line that becomes the same as another takes it in', async () => {
    const { id, order_items } = await fillCart(shop, ada, [
      { product: tearoom, quantity: 2 },
      { product: tearoom, size: 'large' },
      { product: tearoom, extras: [vase] },
    ]);
    const path = `${id}/order-items/${order_items[2]?.id}/`;
    const [status, item] = await ask('PATCH', path, { quantity: 1, extras: [] });
    expect([status, item]).toMatchObject([200, { id: order_items[2]?.id, quantity: 3, extras: [] }]);
    expect((await find(id)).order_items.map(toLine)).toMatchObject([
      { size: 'large', quantity: 1 },
      { size: 'standard', quantity: 3, extras: [] },
    ]);
  });

  test('not if that makes more than a line holds', async () => {
    const cart = await fillCart(shop, ada, [
      { product: tearoom, quantity: 20 },
      { product: tearoom, extras: [vase] },
    ]);
    const path = `${cart.id}/order-items/${cart.order_items[1]?.id}/`;
    expect(await ask('PATCH', path, { quantity: 1, extras: [] })).toEqual([
      400,
      { quantity: ['You can order at most 20 of Tearoom.'] },
    ]);
    expect(await find(cart.id)).toEqual(cart);
  });
});

describe('refuses', () => {
  test.each([
    ['a size that does not exist', { size: 'huge' }, { size: ['This must be standard, large or grand.'] }],
    ['an extra that does not exist', { extras: [999] }, { extras: ['We do not have this extra.'] }],
  ])('%s', async (_, wanted, refusal) => {
    const cart = await fillCart(shop, ada, [{ product: tearoom }]);
    expect(await ask('POST', `${cart.id}/order-items/`, { product: tearoom, ...wanted })).toEqual([400, refusal]);
    expect(await find(cart.id)).toEqual(cart);
  });

  test('a size that the bouquet does not have, or not any more, at the size', async () => {
    const none = [400, { size: ['Post Haste does not come in large.'] }];
    expect(await ask('POST', '', { order_items: [{ product: letterbox, size: 'large' }] })).toEqual(none);
    await goOffSale('large');
    const gone = [400, { size: ['Tearoom, large is sold out.'] }];
    expect(await ask('POST', '', { order_items: [{ product: tearoom }, { product: tearoom, size: 'large' }] })).toEqual(
      gone,
    );
    expect((await ask('GET', ''))[1]).toEqual([]);
  });

  test('an extra that does not go with the bouquet: one that stands in a vase needs no other', async () => {
    const inVase = await productId(shop, 'The Fern House');
    const { id, order_items } = await fillCart(shop, ada, [
      { product: inVase, extras: [candle] },
      { product: letterbox, extras: [vase] },
    ]);
    expect(order_items.map(({ extras }) => extras.map(({ name }) => name))).toEqual([
      ['Beeswax candle'],
      ['Glass vase'],
    ]);
    const refused = [400, { extras: ['Glass vase does not go with The Fern House.'] }];
    expect(await ask('POST', `${id}/order-items/`, { product: inVase, extras: [vase] })).toEqual(refused);
    const path = `${id}/order-items/${order_items[0]?.id}/`;
    expect(await ask('PATCH', path, { quantity: 1, extras: [vase, candle] })).toEqual(refused);
    expect(await ask('POST', '', { order_items: [{ product: inVase, quantity: 1, extras: [vase] }] })).toEqual(refused);
  });

  test('a cart of before the vase named what it goes with can be changed and paid for as it is', async () => {
    const inVase = await productId(shop, 'The Fern House');
    await shop.deps.db.execute(sql`update extras set goes_with = '{}' where id = ${vase}`);
    const { id, order_items } = await fillCart(shop, ada, [{ product: inVase, extras: [vase] }]);
    await shop.deps.db.execute(sql`update extras set goes_with = '{wrap,letterbox}' where id = ${vase}`);
    const path = `${id}/order-items/${order_items[0]?.id}/`;
    expect(await ask('PATCH', path, { quantity: 2 })).toMatchObject([200, { quantity: 2, extras: [{ id: vase }] }]);
    expect((await find(id)).order_items[0]?.extras).toMatchObject([{ availability: 'on_sale' }]);
    // Bought again, it comes without.
    await completeCart(shop, id);
    expect((await find(id)).order_items[0]?.extras).toMatchObject([{ id: vase, availability: 'sold_out' }]);
  });

  test('an extra that is off sale, at the extras, when it is added and when a line is changed', async () => {
    const { id, order_items } = await fillCart(shop, ada, [{ product: tearoom }]);
    await shop.deps.db.execute(sql`update extras set on_sale = false where id = ${vase}`);
    const gone = [400, { extras: ['Glass vase is sold out.'] }];
    expect(await ask('POST', `${id}/order-items/`, { product: tearoom, extras: [vase] })).toEqual(gone);
    const path = `${id}/order-items/${order_items[0]?.id}/`;
    expect(await ask('PATCH', path, { quantity: 2, extras: [vase] })).toEqual(gone);
  });
});

describe('what goes off sale while it is in the cart', () => {
  test('a size: the line says so and is not charged, and no quantity of it can be asked for', async () => {
    const { id, order_items } = await fillCart(shop, ada, [
      { product: tearoom },
      { product: tearoom, size: 'large', extras: [vase] },
    ]);
    await goOffSale('large');
    const cart = await find(id);
    expect(cart.order_items.map(({ availability }) => availability)).toEqual(['on_sale', 'sold_out']);
    expect(cart.total_cost).toBe(28);
    expect(await ask('PATCH', `${id}/order-items/${order_items[1]?.id}/`, { quantity: 2 })).toEqual([
      400,
      { quantity: ['Tearoom, large is sold out.'] },
    ]);
  });

  test('an extra: it says so, is not charged, and can be taken off', async () => {
    const { id, order_items } = await fillCart(shop, ada, [{ product: tearoom, extras: [vase, candle] }]);
    await shop.deps.db.execute(sql`update extras set on_sale = false where id = ${vase}`);
    const cart = await find(id);
    expect(cart.order_items[0]?.extras).toMatchObject([{ availability: 'sold_out' }, { availability: 'on_sale' }]);
    expect(cart.total_cost).toBe(37);
    const [status] = await ask('PATCH', `${id}/order-items/${order_items[0]?.id}/`, { quantity: 1, extras: [candle] });
    expect(status).toBe(200);
  });

  test('two extras: each can be taken off, also from a bouquet that cannot be bought any more', async () => {
    const { id, order_items } = await fillCart(shop, ada, [
      { product: tearoom, size: 'large', extras: [vase, candle] },
    ]);
    await shop.deps.db.execute(sql`update extras set on_sale = false where id in (${vase}, ${candle})`);
    const path = `${id}/order-items/${order_items[0]?.id}/`;
    expect((await ask('PATCH', path, { quantity: 1, extras: [candle] }))[1]).toMatchObject({
      extras: [{ id: candle }],
    });
    await goOffSale('large');
    expect((await ask('PATCH', path, { quantity: 1, extras: [] }))[1]).toMatchObject({ extras: [] });
    expect((await ask('PATCH', path, { quantity: 2, extras: [] }))[0]).toBe(400);
  });
});

describe('an order', () => {
  test('keeps size, recipe, picture and what goes with it, whatever becomes of them', async () => {
    const { id } = await fillCart(shop, ada, [{ product: tearoom, size: 'grand', extras: [vase] }]);
    await completeCart(shop, id);
    await shop.deps.db.execute(
      sql`update extras set price_pence = 1, name = 'Jug', on_sale = false where id = ${vase}`,
    );
    await shop.deps.db.execute(
      sql`update product_sizes set price_pence = 1, stems = '[]' where product_id = ${tearoom}`,
    );
    const order = await find(id);
    expect(order.order_items).toMatchObject([
      {
        size: 'grand',
        price: 47,
        availability: 'on_sale',
        extras: [{ id: vase, name: 'Glass vase', price: 12, availability: 'sold_out' }],
      },
    ]);
    expect(order).toMatchObject({ total_cost: 59, amount_to_pay: 64 });
    const [line] = await shop.deps.db.select().from(orderItems).where(eq(orderItems.orderId, id));
    expect(line?.stems.reduce((sum, { count }) => sum + count, 0)).toBe(64);
    expect(line?.picture?.alt).toMatch(/^Grand size: /);
    await shop.deps.db.execute(sql`update extras set price_pence = 1200, name = 'Glass vase' where id = ${vase}`);
    await shop.deps.db.execute(sql`update product_sizes set price_pence = case size when 'large' then 3700 else 4700 end
      where product_id = ${tearoom}`);
  });

  test('becomes a cart again with all of it, and joins another cart line by line', async () => {
    const { id } = await fillCart(shop, ada, [
      { product: tearoom, extras: [vase] },
      { product: tearoom, size: 'large', extras: [vase] },
    ]);
    const back = async () => shop.deps.db.transaction(async (tx) => returnToCart(tx, await lockOrder(tx, id)));
    const before = await find(id);
    await awaitPaymentOfCart(shop, id);
    await back();
    expect(await find(id)).toEqual(before);

    await awaitPaymentOfCart(shop, id);
    const other = await fillCart(shop, ada, [
      { product: tearoom, size: 'large', extras: [candle] },
      { product: tearoom, extras: [vase] },
    ]);
    await back();
    expect((await find(other.id)).order_items.map(toLine)).toMatchObject([
      { size: 'large', quantity: 1, extras: [candle] },
      { size: 'standard', quantity: 2, extras: [vase] },
      { size: 'large', quantity: 1, extras: [vase] },
    ]);
  });

  test('that replaces damaged flowers has the same size and extras, for nothing', async () => {
    const { order: plain, person } = await buyFlowers(shop, { owner: ada });
    await shop.deps.db.execute(sql`update order_items set size = 'large',
      extras = '[{"id": 1, "name": "Glass vase", "pricePence": 1200}]' where order_id = ${plain.id}`);
    const { order } = await shop.deps.db.transaction(async (tx) =>
      replaceOrder(shop.deps, tx, await lockOrder(tx, plain.id), { claim: 1 }),
    );
    const replacement = Order.parse((await ask('GET', `${order}/`, undefined, person.access))[1]);
    expect(replacement).toMatchObject({
      amount_to_pay: 0,
      order_items: [{ size: 'large', price: 0, extras: [{ name: 'Glass vase', price: 0 }] }],
    });
  });
});

describe('the days of a bouquet', () => {
  const choose = async (id: number, delivery_date: string) =>
    ask('PATCH', `${id}/update-delivery-date/`, { delivery_date });

  test('outside of them a day is refused, in words, at the day', async () => {
    const { id } = await fillCart(shop, ada, [{ product: tearoom, size: 'large' }]);
    await shop.deps.db.execute(
      sql`update products set available_from = '2026-12-01', available_until = '2026-12-10' where id = ${tearoom}`,
    );
    const when = 'Tearoom can be had from Tuesday 1 December to Thursday 10 December. Please choose another day.';
    expect(await choose(id, '2026-11-20')).toEqual([400, { delivery_date: [when] }]);
    expect(await choose(id, '2026-12-11')).toEqual([400, { delivery_date: [when] }]);
    expect((await choose(id, '2026-12-10'))[0]).toBe(200);
  });

  test('no more than can be tied, in all sizes, unless an order was cancelled', async () => {
    await shop.deps.db.execute(sql`update products set most_per_day = 3 where id = ${tearoom}`);
    const { order } = await buyFlowers(shop, { day: '2026-11-18' });
    const { id } = await fillCart(shop, ada, [{ product: tearoom, size: 'large' }, { product: tearoom }]);
    expect(await choose(id, '2026-11-18')).toEqual([
      400,
      {
        delivery_date: ['We can tie only 1 more of Tearoom for Wednesday 18 November. Please choose another day.'],
      },
    ]);
    expect((await choose(id, '2026-11-19'))[0]).toBe(200);
    await shop.deps.db.execute(sql`update orders set stage = 'cancelled' where id = ${order.id}`);
    expect((await choose(id, '2026-11-18'))[0]).toBe(200);
  });
});
