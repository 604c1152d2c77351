import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { Order, OrderItem } from '#contract/orders.ts';
import { readAccessToken } from '#server/features/accounts/sessions/access-token.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import {
  addAddressFor,
  awaitPaymentOfCart,
  completeCart,
  fillCart,
  productId,
  versionOf,
} from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let ada: Registered;
let tearoom: number;
let frost: number;

beforeAll(async () => {
  shop = await openTestShop();
  tearoom = await productId(shop, 'Tearoom');
  frost = await productId(shop, 'Frost Fair');
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`delete from throttles`);
  ada = await registerSomeone(shop);
  await shop.deps.db.execute(sql`update products set status = 'on_sale'`);
  await shop.deps.db.execute(sql`update products set price_pence = 4050 where id = ${tearoom}`);
  await shop.deps.db.execute(sql`update products set price_pence = 1999 where id = ${frost}`);
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

type Method = Parameters<typeof shop.call>[0];
const ask = async (method: Method, path: string, body?: unknown, token = ada.access) => {
  const answer = await shop.call(method, `/api/user/orders/${path}`, { token, body });
  return [answer.status, answer.body === '' ? '' : answer.json()];
};
const find = async (id: number): Promise<Order> => Order.parse((await ask('GET', `${id}/`))[1]);
const setStatus = (id: number, status: string) =>
  shop.deps.db.execute(sql`update products set status = ${status} where id = ${id}`);
const someCart = () => fillCart(shop, ada, [{ product: tearoom, quantity: 2 }]);
const itemOf = (cart: Order, product = tearoom): OrderItem => {
  const item = cart.order_items.find((candidate) => candidate.product === product);
  if (!item) throw new Error('It is not in the cart.');
  return item;
};

describe('POST /api/user/orders/', () => {
  test('makes the cart, with prices of ours, the delivery fee and what is to pay', {
    tags: ['§3.2', '§3.4', '§4.2', '§7.5', 'G31'],
  }, async () => {
    const [status, order] = await ask('POST', '', {
      order_items: [{ product: tearoom, quantity: 2, price: 0.01 }, { product: frost }],
      total_cost: 1,
    });
    expect([status, order]).toEqual([
      201,
      {
        id: expect.any(Number),
        buyer: 'Ada Lovelace',
        status: 'P',
        order_items: [
          {
            id: expect.any(Number),
            product: tearoom,
            size: 'standard',
            quantity: 2,
            price: 40.5,
            price_when_added: 40.5,
            name: 'Tearoom',
            picture: expect.objectContaining({ id: expect.any(String), alt: expect.any(String) }),
            availability: 'on_sale',
            extras: [],
          },
          expect.objectContaining({ product: frost, quantity: 1, price: 19.99, name: 'Frost Fair' }),
        ],
        total_cost: 100.99,
        delivery_fee: 5,
        amount_to_pay: 105.99,
        text: '',
        driver_note: '',
        swap_choice: 'choose',
        nobody_in: 'neighbour',
        shipping_address: null,
        address: null,
        delivery_date: null,
        completed_at: null,
        dispatched_at: null,
        delivered_at: null,
        replaces: null,
        code: null,
        code_problem: null,
        code_gives: null,
        being_paid: false,
        stage: null,
        sums: [
          { kind: 'goods', label: 'Flowers', amount: 100.99 },
          { kind: 'delivery', label: 'Delivery', amount: 5 },
        ],
        refunded: 0,
        refunds: [],
      },
    ]);
    expect(await ask('GET', '')).toEqual([200, [order]]);
    expect(await ask('GET', `${order.id}/`)).toEqual([200, order]);
  });

  test('adds to the cart there is, and to the line there is', { tags: 'G26' }, async () => {
    const first = await someCart();
    const [status, order] = await ask('POST', '', { order_items: [{ product: frost }, { product: tearoom }] });
    expect([status, order.id]).toEqual([201, first.id]);
    expect(order.order_items.map(({ product, quantity }: OrderItem) => [product, quantity])).toEqual([
      [tearoom, 3],
      [frost, 1],
    ]);
  });

  test('begins a new cart once the last one is completed', { tags: '§4.3' }, async () => {
    const first = await someCart();
    await completeCart(shop, first.id);
    const second = await someCart();
    expect(second.id).not.toBe(first.id);
    expect((await find(first.id)).status).toBe('C');
  });

  test('takes all or nothing, and leaves no empty cart behind', { tags: 'G25' }, async () => {
    await setStatus(frost, 'sold_out');
    const answer = await ask('POST', '', { order_items: [{ product: tearoom }, { product: frost }] });
    expect(answer).toEqual([400, { product: ['Frost Fair is sold out.'] }]);
    expect(await ask('GET', '')).toEqual([200, []]);
  });

  test.each([
    [{}, 'order_items'],
    [{ order_items: [] }, 'order_items'],
    [{ order_items: 'tulips' }, 'order_items'],
    [{ order_items: [{ product: 0 }] }, 'order_items'],
    [{ order_items: [{ product: 1, quantity: 21 }] }, 'order_items'],
    [{ order_items: Array.from({ length: 51 }, () => ({ product: 1 })) }, 'order_items'],
  ])('refuses %j and says where', async (body, field) => {
    const [status, fields] = await ask('POST', '', body);
    expect([status, Object.keys(fields)]).toEqual([400, [field]]);
  });
});

describe('POST /api/user/orders/:orderId/order-items/', () => {
  test('adds a line and gives it', { tags: ['§3.4', '§7.6'] }, async () => {
    const cart = await someCart();
    const [status, item] = await ask('POST', `${cart.id}/order-items/`, { product: frost, quantity: 3 });
    expect([status, OrderItem.parse(item)]).toEqual([201, expect.objectContaining({ product: frost, quantity: 3 })]);
    expect((await find(cart.id)).total_cost).toBe(140.97);
  });

  test('more of the same lands on the same line', { tags: 'G4' }, async () => {
    const cart = await someCart();
    expect(await ask('POST', `${cart.id}/order-items/`, { product: tearoom, quantity: 1 })).toEqual([
      201,
      { ...itemOf(cart), quantity: 3 },
    ]);
  });

  test('takes 20 of one bouquet and not one more', { tags: 'G4' }, async () => {
    const cart = await someCart();
    expect((await ask('POST', `${cart.id}/order-items/`, { product: tearoom, quantity: 18 }))[0]).toBe(201);
    expect(await ask('POST', `${cart.id}/order-items/`, { product: tearoom, quantity: 1 })).toEqual([
      400,
      { product: ['You can order at most 20 of Tearoom.'] },
    ]);
    expect(itemOf(await find(cart.id)).quantity).toBe(20);
  });

  test.each([
    ['sold_out', 'Frost Fair is sold out.'],
    ['withdrawn', 'This bouquet is no longer sold.'],
  ])('refuses one that is %s', { tags: 'G4' }, async (status, words) => {
    const cart = await someCart();
    await setStatus(frost, status);
    expect(await ask('POST', `${cart.id}/order-items/`, { product: frost })).toEqual([400, { product: [words] }]);
  });

  test('refuses one that never was with the words for one that is gone', async () => {
    const cart = await someCart();
    const words = ['This bouquet is no longer sold.'];
    expect(await ask('POST', `${cart.id}/order-items/`, { product: 2_147_483_647 })).toEqual([400, { product: words }]);
  });

  test('holds at most 50 different bouquets', async () => {
    const cart = await someCart();
    await shop.deps.db.execute(sql`
      insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
      select 'MANY-' || n, 'Many ' || n, category, occasions, 100, summary, description, size, presentation, stems, care, pictures
      from products, generate_series(1, 50) n where products.id = ${tearoom}`);
    const { rows } = await shop.deps.db.execute<{ id: number }>(sql`select id from products where name like 'Many %'`);
    const [last, ...others] = rows.map(({ id }) => ({ product: id }));
    expect((await fillCart(shop, ada, others)).order_items).toHaveLength(50);
    expect(await ask('POST', `${cart.id}/order-items/`, last)).toEqual([
      400,
      { product: ['An order holds at most 50 different bouquets.'] },
    ]);
    expect((await ask('POST', `${cart.id}/order-items/`, others[0]))[0]).toBe(201);
    await shop.deps.db.execute(sql`delete from cart_items where cart_id = ${cart.id}`);
    await shop.deps.db.execute(sql`delete from products where name like 'Many %'`);
  });

  test.each([
    [{ product: 'tulips' }, { product: ['This must be the id of a bouquet.'] }],
    [{ quantity: 1 }, { product: ['This must be the id of a bouquet.'] }],
    [{ product: 1, quantity: 0 }, { quantity: ['Quantity cannot be less than 1.'] }],
    [{ product: 1, quantity: 21 }, { quantity: ['Quantity cannot be more than 20.'] }],
    [{ product: 1, quantity: 1.5 }, { quantity: ['Quantity must be a whole number.'] }],
    [{ product: 1, quantity: '1' }, { quantity: ['Quantity must be a whole number.'] }],
  ])('refuses %j', async (body, fields) => {
    const cart = await someCart();
    expect(await ask('POST', `${cart.id}/order-items/`, body)).toEqual([400, fields]);
  });
});

describe('PATCH /api/user/orders/:orderId/order-items/:itemId/', () => {
  test('sets how many are wanted', { tags: '§7.7' }, async () => {
    const cart = await someCart();
    const item = itemOf(cart);
    const path = `${cart.id}/order-items/${item.id}/`;
    expect(await ask('PATCH', path, { product: tearoom, quantity: 20 })).toEqual([200, { ...item, quantity: 20 }]);
    expect(await ask('PATCH', path, { quantity: 1 })).toEqual([200, { ...item, quantity: 1 }]);
    expect((await find(cart.id)).total_cost).toBe(40.5);
  });

  test.each([
    [0, 'Quantity cannot be less than 1.'],
    [21, 'Quantity cannot be more than 20.'],
    [null, 'Quantity must be a whole number.'],
    [1e300, 'Quantity must be a whole number.'],
  ])('refuses %j', { tags: 'D7' }, async (quantity, words) => {
    const cart = await someCart();
    const answer = await ask('PATCH', `${cart.id}/order-items/${itemOf(cart).id}/`, { product: tearoom, quantity });
    expect(answer[0]).toBe(400);
    expect(answer[1].quantity[0]).toBe(words);
    expect(itemOf(await find(cart.id)).quantity).toBe(2);
  });

  test('refuses to turn a line into another bouquet', async () => {
    const cart = await someCart();
    const answer = await ask('PATCH', `${cart.id}/order-items/${itemOf(cart).id}/`, { product: frost, quantity: 2 });
    expect(answer).toEqual([400, { product: ['This line is for another bouquet.'] }]);
  });

  test('refuses another number of what cannot be bought any more', async () => {
    const cart = await someCart();
    await setStatus(tearoom, 'sold_out');
    const answer = await ask('PATCH', `${cart.id}/order-items/${itemOf(cart).id}/`, { quantity: 3 });
    expect(answer).toEqual([400, { quantity: ['Tearoom is sold out.'] }]);
  });

  test('finds no line of another order', async () => {
    const old = await someCart();
    await completeCart(shop, old.id);
    const cart = await someCart();
    const answer = await ask('PATCH', `${cart.id}/order-items/${itemOf(old).id}/`, { quantity: 3 });
    expect(answer).toEqual([404, { detail: 'Not found.' }]);
  });
});

describe('DELETE /api/user/orders/:orderId/order-items/:itemId/', () => {
  test('takes a line out and says nothing; the empty cart stays and costs nothing', {
    tags: ['§7.8', 'G27'],
  }, async () => {
    const cart = await someCart();
    const path = `${cart.id}/order-items/${itemOf(cart).id}/`;
    expect(await ask('DELETE', path)).toEqual([204, '']);
    expect(await find(cart.id)).toEqual({
      ...cart,
      order_items: [],
      total_cost: 0,
      delivery_fee: 0,
      amount_to_pay: 0,
      sums: cart.sums.map((sum) => ({ ...sum, amount: 0 })),
    });
    expect(await ask('DELETE', path)).toEqual([404, { detail: 'Not found.' }]);
    expect((await someCart()).id).toBe(cart.id);
  });

  test('takes out what cannot be bought any more', async () => {
    const cart = await someCart();
    await setStatus(tearoom, 'withdrawn');
    expect((await ask('DELETE', `${cart.id}/order-items/${itemOf(cart).id}/`))[0]).toBe(204);
  });
});

describe('a cart', () => {
  test('follows the catalogue: name, price and whether it can be bought', async () => {
    const cart = await fillCart(shop, ada, [{ product: tearoom }, { product: frost, quantity: 2 }]);
    await shop.deps.db.execute(sql`update products set price_pence = 1001, status = 'on_sale' where id = ${tearoom}`);
    await setStatus(frost, 'sold_out');
    const changed = await find(cart.id);
    expect(itemOf(changed).price).toBe(10.01);
    expect(itemOf(changed, frost)).toEqual({ ...itemOf(cart, frost), availability: 'sold_out' });
    expect([changed.total_cost, changed.delivery_fee, changed.amount_to_pay]).toEqual([10.01, 5, 15.01]);
  });

  test('remembers what a bouquet cost when it was put in, however often more of it are', async () => {
    const cart = await fillCart(shop, ada, [{ product: tearoom }]);
    await shop.deps.db.execute(sql`update products set price_pence = price_pence + 400 where id = ${tearoom}`);
    const more = await fillCart(shop, ada, [{ product: tearoom }]);
    const { price } = itemOf(cart);
    expect(itemOf(more)).toEqual({ ...itemOf(cart), quantity: 2, price: price + 4, price_when_added: price });
    // Whoever takes it out and puts it in again has seen the price of the day.
    await ask('DELETE', `${cart.id}/order-items/${itemOf(cart).id}/`);
    expect(itemOf(await fillCart(shop, ada, [{ product: tearoom }])).price_when_added).toBe(price + 4);
  });

  test('says nothing of a price that was not written down', async () => {
    const cart = await someCart();
    await shop.deps.db.execute(sql`update cart_items set added_price_pence = null where cart_id = ${cart.id}`);
    expect(itemOf(await find(cart.id)).price_when_added).toBeNull();
  });

  test('moves its version with every change, and with nothing that changes nothing', async () => {
    const cart = await someCart();
    const address = await addAddressFor(shop, ada);
    let version = await versionOf(shop, cart.id);
    const item = `${cart.id}/order-items/${itemOf(cart).id}/`;
    for (const [method, path, body] of [
      ['PATCH', `${cart.id}/update-text/`, { text: 'Hello' }],
      ['PATCH', `${cart.id}/update-shipping-address/`, { shipping_address: address.id }],
      ['PATCH', `${cart.id}/update-delivery-date/`, { delivery_date: '2026-11-18' }],
      ['PATCH', item, { quantity: 5 }],
    ] as const) {
      expect((await ask(method, path, body))[0]).toBe(200);
      expect(await versionOf(shop, cart.id), path).toBe(++version);
      expect((await ask(method, path, body))[0]).toBe(200);
      expect(await versionOf(shop, cart.id), path).toBe(version);
    }
    await ask('POST', `${cart.id}/order-items/`, { product: frost });
    expect(await versionOf(shop, cart.id)).toBe(++version);
    await fillCart(shop, ada, [{ product: frost }]);
    expect(await versionOf(shop, cart.id)).toBe(++version);
    await ask('DELETE', item);
    expect(await versionOf(shop, cart.id)).toBe(++version);
    await ask('POST', `${cart.id}/order-items/`, { product: frost, quantity: 20 });
    await ask('DELETE', item);
    await ask('GET', '');
    expect(await versionOf(shop, cart.id)).toBe(version);
  });

  test.each([
    ['being paid for', 'Your payment is being confirmed.'],
    ['completed', 'This order is completed.'],
  ])('that is %s cannot change', { tags: '§2.21' }, async (state, detail) => {
    const cart = await someCart();
    const address = await addAddressFor(shop, ada);
    if (state === 'completed') await completeCart(shop, cart.id);
    else await awaitPaymentOfCart(shop, cart.id);
    const before = await find(cart.id);
    const item = `${cart.id}/order-items/${itemOf(cart).id}/`;
    for (const [method, path, body] of [
      ['POST', `${cart.id}/order-items/`, { product: frost }],
      ['PATCH', item, { quantity: 5 }],
      ['DELETE', item, undefined],
      ['PATCH', `${cart.id}/update-text/`, { text: 'Hello' }],
      ['PATCH', `${cart.id}/update-shipping-address/`, { shipping_address: address.id }],
      ['PATCH', `${cart.id}/update-delivery-date/`, { delivery_date: '2026-11-18' }],
    ] as const) {
      expect(await ask(method, path, body), `${method} ${path}`).toEqual([409, { detail }]);
    }
    const [status, another] = await ask('POST', '', { order_items: [{ product: frost }] });
    expect([status, another.id === cart.id]).toEqual([201, false]);
    expect(await find(cart.id)).toEqual(before);
  });
});

test('whatever is put in, the answer is what stands then', async () => {
  const { rows } = await shop.deps.db.execute<{ id: number }>(
    sql`select id from extras where on_sale order by id limit 2`,
  );
  const [vase, card] = rows.map(({ id }) => id) as [number, number];
  const address = await addAddressFor(shop, ada);
  const [, { id }] = await ask('POST', '', { order_items: [{ product: tearoom }] });
  await ask('PATCH', `${id}/update-shipping-address/`, { shipping_address: address.id });
  await ask('PATCH', `${id}/update-text/`, { text: 'Hello' });
  for (const item of [
    { product: frost },
    { product: tearoom, quantity: 3 },
    { product: tearoom, extras: [card, vase] },
  ]) {
    const [status, order] = await ask('POST', '', { order_items: [item] });
    expect([status, order]).toEqual([201, await find(id)]);
    const [added, line] = await ask('POST', `${id}/order-items/`, item);
    expect([added, line.extras.length]).toEqual([201, item.extras?.length ?? 0]);
    expect((await find(id)).order_items).toContainEqual(line);
  }
  expect((await find(id)).order_items.map(({ quantity }) => quantity)).toEqual([7, 2, 2]);
});

test('a session that has ended reads and changes nothing, and learns nothing of what it sent', async () => {
  const cart = await someCart();
  const before = await find(cart.id);
  const stranger = await registerSomeone(shop);
  const { sessionId } = await readAccessToken(shop.deps, ada.access);
  await shop.deps.db.execute(sql`update sessions set expires_at = ${TEST_NOW} where id = ${sessionId}`);
  const items = `${cart.id}/order-items/`;
  for (const [method, path, body] of [
    ['GET', `${cart.id}/`, undefined],
    ['GET', '2000000000/', undefined],
    ['GET', 'tulips/', undefined],
    ['POST', items, { product: frost }],
    ['POST', items, { product: 2_000_000_000 }],
    ['POST', items, { product: 'tulips' }],
    ['POST', '', { order_items: [{ product: frost }] }],
    ['POST', '', { order_items: [{ product: frost }, { product: tearoom }] }],
    ['POST', '', {}],
  ] as const) {
    const { status, headers } = await shop.call(method, `/api/user/orders/${path}`, { token: ada.access, body });
    expect([status, headers['cache-control'], headers['www-authenticate']], `${method} ${path}`).toEqual([
      401,
      'no-store',
      'Bearer',
    ]);
  }
  const broken = await shop.call('POST', `/api/user/orders/${items}`, {
    token: ada.access,
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(broken.status).toBe(401);
  await shop.deps.db.execute(sql`update sessions set expires_at = ends_at where id = ${sessionId}`);
  expect(await find(cart.id)).toEqual(before);
  expect((await ask('GET', `${cart.id}/`, undefined, stranger.access))[0]).toBe(404);
});
