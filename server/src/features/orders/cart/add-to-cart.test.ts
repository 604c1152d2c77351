import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { AddItem } from '#contract/cart.ts';
import type { Order } from '#contract/orders.ts';
import { readAccessToken } from '#server/features/accounts/sessions/access-token.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { awaitPaymentOfCart, completeCart, fillCart, productId, versionOf } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { addItem, startOrder } from './add-to-cart.ts';

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
  await shop.deps.db.execute(sql`update products set status = 'on_sale'`);
  ada = await registerSomeone(shop);
  shop.setNow(TEST_NOW);
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const send = async (path: string, key: string, body: object, { access }: Registered = ada) => {
  const headers = { 'idempotency-key': key };
  const answer = await shop.call('POST', `/api/user/orders/${path}`, { token: access, headers, body });
  return { status: answer.status, body: answer.json() };
};
const start = (key: string, product = tearoom) => send('', key, { order_items: [{ product, quantity: 1 }] });
const add = (orderId: number, key: string, product = tearoom) =>
  send(`${orderId}/order-items/`, key, { product, quantity: 1 });
const listOrders = async ({ access }: Registered = ada): Promise<Order[]> =>
  (await shop.call('GET', '/api/user/orders/', { token: access })).json();
const unitsIn = (order: Order | undefined) => order?.order_items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const countKeys = async () =>
  (await shop.deps.db.execute<{ keys: number }>(sql`select count(*)::integer as keys from idempotency_keys`)).rows[0]
    ?.keys;
const shopperOf = ({ access }: Registered) => readAccessToken(shop.deps, access);

describe('a change with a key', () => {
  test('is made once, and a repetition answers with what stands', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const made = await start(first);
    expect(made.status).toBe(201);
    expect(await start(first)).toEqual(made);
    const line = await add(made.body.id, second);
    expect(line).toMatchObject({ status: 201, body: { product: tearoom, quantity: 2 } });
    expect(await add(made.body.id, second)).toEqual(line);
    expect((await start(first)).body.order_items).toEqual([line.body]);
    expect(await versionOf(shop, made.body.id)).toBe(2);
  });

  test('is the same change by whichever of the two calls it comes again', async () => {
    const cart = await fillCart(shop, ada, [{ product: frost }]);
    const key = randomUUID();
    expect((await add(cart.id, key)).status).toBe(201);
    expect((await start(key)).body.order_items).toHaveLength(2);
    expect(unitsIn((await listOrders())[0])).toBe(2);
  });

  test('is another change for another person', async () => {
    const bea = await registerSomeone(shop);
    const key = randomUUID();
    await start(key);
    const hers = await send('', key, { order_items: [{ product: frost, quantity: 1 }] }, bea);
    expect([hers.status, hers.body.order_items[0].product]).toEqual([201, frost]);
    expect((await listOrders(bea)).map(({ id }) => id)).toEqual([hers.body.id]);
  });

  test('may be sent again after it was refused: that did not use the key up', async () => {
    const key = randomUUID();
    await shop.deps.db.execute(sql`update products set status = 'sold_out' where id = ${tearoom}`);
    expect((await start(key)).body).toEqual({ product: ['Tearoom is sold out.'] });
    expect(await listOrders()).toEqual([]);
    await shop.deps.db.execute(sql`update products set status = 'on_sale'`);
    expect((await start(key)).status).toBe(201);
    expect(unitsIn((await listOrders())[0])).toBe(1);
  });

  test('that comes late, after the cart was paid for, puts nothing into the next one and makes none', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const paid = (await start(first)).body as Order;
    await add(paid.id, second);
    await completeCart(shop, paid.id);
    for (const key of [first, second]) {
      expect((await start(key)).body).toMatchObject({ id: paid.id, status: 'C' });
      expect(await add(paid.id, key)).toMatchObject({ status: 201, body: { product: tearoom, quantity: 2 } });
    }
    expect((await listOrders()).map(({ id }) => id)).toEqual([paid.id]);
    const next = await fillCart(shop, ada, [{ product: frost }]);
    await start(first);
    await add(paid.id, second);
    expect((await listOrders()).find(({ id }) => id === next.id)?.order_items).toEqual(next.order_items);
  });

  test('that comes late, while the cart is being paid for, changes nothing either', async () => {
    const key = randomUUID();
    const cart = (await start(key)).body as Order;
    await awaitPaymentOfCart(shop, cart.id);
    const version = await versionOf(shop, cart.id);
    expect(await start(key)).toMatchObject({ status: 201, body: { id: cart.id } });
    expect(await add(cart.id, key)).toMatchObject({ status: 201, body: { quantity: 1 } });
    expect([await versionOf(shop, cart.id), unitsIn((await listOrders())[0])]).toEqual([version, 1]);
  });

  test('whose line has been removed since does not come back', async () => {
    const key = randomUUID();
    const cart = (await start(key)).body as Order;
    const path = `/api/user/orders/${cart.id}/order-items/`;
    await shop.call('DELETE', `${path}${cart.order_items[0]?.id}/`, { token: ada.access });
    expect((await add(cart.id, key)).status).toBe(404);
    expect((await start(key)).body).toMatchObject({ id: cart.id, order_items: [] });
  });

  test('is refused if the key is none', async () => {
    for (const key of ['7', 'x'.repeat(4_000), '']) {
      const refused = await start(key);
      expect([refused.status, refused.body]).toEqual([400, { 'idempotency-key': ['This must be a UUID.'] }]);
    }
    expect(await listOrders()).toEqual([]);
  });
});

describe('at once', () => {
  test('20 repetitions of a first add make one cart with one unit', async () => {
    const key = randomUUID();
    const answers = await Promise.all(times(20, () => start(key)));
    expect(answers.map(({ status, body }) => [status, unitsIn(body)])).toEqual(times(20, () => [201, 1]));
    expect((await listOrders()).map(unitsIn)).toEqual([1]);
  });

  // The queue of one process is left out here: several processes have none in common, and the database decides.
  test('20 repetitions by both calls, in no queue, add one unit and wait for each other in no ring', async () => {
    const shopper = await shopperOf(ada);
    const cart = await fillCart(shop, ada, [{ product: frost }]);
    const key = randomUUID();
    const wanted = AddItem.parse({ product: tearoom });
    await Promise.all(
      times(20, async (at) => {
        if (at % 2) await addItem(shop.deps, shopper, cart.id, wanted, key);
        else await startOrder(shop.deps, shopper, { order_items: [wanted] }, key);
      }),
    );
    expect((await listOrders()).map(unitsIn)).toEqual([2]);
    expect(await versionOf(shop, cart.id)).toBe(2);
  });

  test('20 repetitions of what is refused use no key up', async () => {
    const shopper = await shopperOf(ada);
    const key = randomUUID();
    const wanted = { order_items: [AddItem.parse({ product: 2_000_000_000 })] };
    const ends = await Promise.allSettled(times(20, () => startOrder(shop.deps, shopper, wanted, key)));
    expect(ends.map(({ status }) => status)).toEqual(times(20, () => 'rejected'));
    expect(
      await startOrder(shop.deps, shopper, { order_items: [AddItem.parse({ product: frost })] }, key),
    ).toMatchObject({
      order_items: [{ product: frost, quantity: 1 }],
    });
  });
});

describe('used keys', () => {
  test('are forgotten after two days, and with the account', async () => {
    await shop.deps.db.execute(sql`delete from idempotency_keys`);
    const bea = await registerSomeone(shop);
    await start(randomUUID());
    await send('', randomUUID(), { order_items: [{ product: frost, quantity: 1 }] }, bea);
    await shop.deps.db.execute(sql`delete from users where id = ${(await shopperOf(bea)).userId}`);
    expect(await countKeys()).toBe(1);
    const forget = () => shop.handlers['forget-idempotency-keys']?.work({});
    shop.setNow(new Date(TEST_NOW.getTime() + 47 * 3_600_000));
    await forget();
    expect(await countKeys()).toBe(1);
    shop.setNow(new Date(TEST_NOW.getTime() + 49 * 3_600_000));
    await forget();
    expect(await countKeys()).toBe(0);
  });

  test('are at most 500 of one person: the oldest go first', async () => {
    await shop.deps.db.execute(sql`delete from idempotency_keys`);
    const { userId } = await shopperOf(ada);
    const cart = await fillCart(shop, ada, [{ product: frost }]);
    await shop.deps.db.execute(sql`insert into idempotency_keys (user_id, key, order_id, created_at)
      select ${userId}, gen_random_uuid(), ${cart.id}, ${TEST_NOW}::timestamptz - n * interval '1 second'
      from generate_series(1, 505) as n`);
    const key = randomUUID();
    await add(cart.id, key);
    expect(await countKeys()).toBe(500);
    await add(cart.id, key);
    expect(unitsIn((await listOrders())[0])).toBe(2);
  });
});

test('a press is one statement, with a key or without; several bouquets take steps, and a key one more', async () => {
  const shopper = await shopperOf(ada);
  const count = async (work: () => Promise<unknown>) => {
    let statements = 0;
    const pool = shop.deps.db.$client;
    const connect = pool.connect.bind(pool);
    const connectCounted = async () => {
      const client = await connect();
      const own = client.query.bind(client);
      client.query = ((...given: unknown[]) => {
        statements += 1;
        return (own as (...given: unknown[]) => unknown)(...given);
      }) as typeof client.query;
      const release = client.release.bind(client);
      client.release = (lost) => {
        client.query = own;
        client.release = release;
        release(lost);
      };
      return client;
    };
    pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
      const connecting = connectCounted();
      if (!callback) return connecting;
      return connecting.then((client) => callback(undefined, client, client.release));
    }) as typeof connect;
    try {
      await work();
    } finally {
      pool.connect = connect;
    }
    return statements;
  };
  const wanted = AddItem.parse({ product: tearoom });
  const start = (key?: string) => count(() => startOrder(shop.deps, shopper, { order_items: [wanted] }, key));
  expect([await start(), await start(), await start(randomUUID())]).toEqual([1, 1, 1]);
  const [cart] = await listOrders();
  const add = (key?: string) => count(() => addItem(shop.deps, shopper, cart?.id as number, wanted, key));
  expect([await add(), await add(randomUUID())]).toEqual([1, 1]);
  const two = (key?: string) => count(() => startOrder(shop.deps, shopper, { order_items: [wanted, wanted] }, key));
  // The session, begin, the person, the cart, two lines, the answer, commit.
  expect([await two(), await two(randomUUID())]).toEqual([8, 9]);
});
