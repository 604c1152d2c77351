import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { AddItem } from '#contract/cart.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { readAccessToken } from '#server/features/accounts/sessions/access-token.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { awaitPaymentOfCart, completeCart, fillCart, productId, versionOf } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { findOrder } from '../history/find-order.ts';
import { lockOrder } from '../lock-order.ts';
import { placeOrder } from '../paid/place-order.ts';
import { readCart } from '../paid/read-purchase.ts';
import { returnToCart } from '../paid/return-to-cart.ts';
import { addItem, startOrder } from './add-to-cart.ts';
import { lockCartOf } from './change-cart.ts';
import { changeItem } from './change-item.ts';
import type { CartRow } from './table.ts';
import { updateText } from './update-text.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let bouquets: number[];

beforeAll(async () => {
  shop = await openTestShop();
  bouquets = (await shop.get('/api/products/')).json().map(({ id }: { id: number }) => id);
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const start = ({ access }: Registered, product: number) =>
  shop.call('POST', '/api/user/orders/', { token: access, body: { order_items: [{ product, quantity: 1 }] } });
const listOrders = async ({ access }: Registered): Promise<Order[]> =>
  (await shop.call('GET', '/api/user/orders/', { token: access })).json();
const unitsIn = (order: Order | undefined) => order?.order_items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** How many wait for a lock in the database. */
const countWaiting = async () =>
  (
    await shop.deps.db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).rows.length;
const untilOneWaits = () =>
  vi.waitFor(async () => expect(await countWaiting()).toBeGreaterThan(0), { timeout: 60_000 });

describe('at once', () => {
  test('200 first adds make one cart with all of them', { tags: ['§4.1', 'G26'] }, async () => {
    const ada = await registerSomeone(shop);
    const answers = await Promise.all(times(200, (at) => start(ada, bouquets[at % 20] as number)));
    expect(answers.map(({ status }) => status)).toEqual(times(200, () => 201));
    const orders = await listOrders(ada);
    expect(orders).toHaveLength(1);
    expect(orders[0]?.order_items.map(({ quantity }) => quantity)).toEqual(times(20, () => 10));
    expect(new Set(answers.map((answer) => answer.json().id))).toEqual(new Set([orders[0]?.id]));
    expect(await versionOf(shop, orders[0]?.id as number)).toBe(200);
  });

  test('200 first adds of one bouquet make 20 and 180 honest refusals', async () => {
    const ada = await registerSomeone(shop);
    const tearoom = await productId(shop, 'Tearoom');
    const answers = await Promise.all(times(200, () => start(ada, tearoom)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect([refused.status, refused.json()]).toEqual([400, { product: ['You can order at most 20 of Tearoom.'] }]);
    }
    const orders = await listOrders(ada);
    expect([orders.length, unitsIn(orders[0])]).toEqual([1, 20]);
  });

  test('any number of +1 gives that many more, or a refusal for each that is not', async () => {
    const ada = await registerSomeone(shop);
    const [first] = bouquets as [number];
    const cart = await fillCart(shop, ada, [{ product: first, quantity: 5 }]);
    const url = `/api/user/orders/${cart.id}/order-items/`;
    const answers = await Promise.all(
      times(30, () => shop.call('POST', url, { token: ada.access, body: { product: first, quantity: 1 } })),
    );
    const taken = answers.filter(({ status }) => status === 201).map((answer) => answer.json().quantity as number);
    expect(taken.toSorted((a, b) => a - b)).toEqual(times(15, (at) => at + 6));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(15);
    expect(unitsIn((await listOrders(ada))[0])).toBe(20);
  });

  test('lines that are removed, changed and added meanwhile come out as if one had come after the other', async () => {
    const ada = await registerSomeone(shop);
    const cart = await fillCart(
      shop,
      ada,
      bouquets.slice(0, 10).map((product) => ({ product, quantity: 2 })),
    );
    const lineOf = (at: number) => cart.order_items[at] as OrderItem;
    const url = `/api/user/orders/${cart.id}/order-items/`;
    const token = ada.access;
    const answers = await Promise.all([
      ...times(5, (at) => shop.call('DELETE', `${url}${lineOf(at).id}/`, { token })),
      ...times(5, (at) => shop.call('PATCH', `${url}${lineOf(at + 5).id}/`, { token, body: { quantity: 7 } })),
      ...times(5, (at) => shop.call('POST', url, { token, body: { product: bouquets[at + 10], quantity: 3 } })),
      ...times(5, () => shop.call('PATCH', `/api/user/orders/${cart.id}/update-text/`, { token, body: { text: 'x' } })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...times(5, () => 204),
      ...times(5, () => 200),
      ...times(5, () => 201),
      ...times(5, () => 200),
    ]);
    const [after] = await listOrders(ada);
    const lines = after?.order_items.map(({ product, quantity }) => [product, quantity]);
    expect(lines?.toSorted()).toEqual(
      [
        ...bouquets.slice(5, 10).map((product) => [product, 7]),
        ...bouquets.slice(10, 15).map((product) => [product, 3]),
      ].toSorted(),
    );
  });

  test('a line that is removed while more of it is added is either gone or holds only what came later', async () => {
    const ada = await registerSomeone(shop);
    const [product] = bouquets as [number];
    for (let round = 0; round < 10; round++) {
      const cart = await fillCart(shop, ada, [{ product, quantity: 1 }]);
      const url = `/api/user/orders/${cart.id}/order-items/`;
      const [removed, added] = await Promise.all([
        shop.call('DELETE', `${url}${cart.order_items[0]?.id}/`, { token: ada.access }),
        shop.call('POST', url, { token: ada.access, body: { product, quantity: 3 } }),
      ]);
      expect([removed.status, added.status]).toEqual([204, 201]);
      const left = unitsIn((await listOrders(ada))[0]);
      expect(left).toBe(added.json().quantity === 3 ? 3 : 0);
      for (const { id } of (await listOrders(ada))[0]?.order_items ?? []) {
        await shop.call('DELETE', `${url}${id}/`, { token: ada.access });
      }
    }
  });

  test('an order is completed once, with what it held then; what comes later begins another', async () => {
    const ada = await registerSomeone(shop);
    const [product] = bouquets as [number];
    const cart = await fillCart(shop, ada, [{ product, quantity: 1 }]);
    const [adds, completions] = await Promise.all([
      Promise.all(times(10, () => start(ada, product))),
      Promise.allSettled(times(3, () => completeCart(shop, cart.id))),
    ]);
    expect(completions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(adds.every(({ status }) => status === 201)).toBe(true);
    const orders = await listOrders(ada);
    const paid = orders.find(({ id }) => id === cart.id);
    expect(paid?.status).toBe('C');
    expect(orders.reduce((sum, order) => sum + unitsIn(order), 0)).toBe(11);
    expect(paid?.total_cost).toBe((paid?.order_items[0]?.price ?? 0) * unitsIn(paid));
  });

  // Straight to the verbs: what comes through one process takes turns there, and the database would never be put to the
  // test.
  test('in several processes, first adds make one cart and every change counts', async () => {
    const shopper = await readAccessToken(shop.deps, (await registerSomeone(shop)).access);
    const [first, second] = bouquets as [number, number];
    const made = await Promise.all(
      times(40, (at) =>
        startOrder(shop.deps, shopper, { order_items: [AddItem.parse({ product: bouquets[at % 4] })] }),
      ),
    );
    const ids = new Set(made.map(({ id }) => id));
    expect(ids.size).toBe(1);
    const [cartId] = [...ids] as [number];
    const cart = await findOrder(shop.deps, shopper, cartId);
    const { id: itemId } = cart.order_items.find(({ product }) => product === first) as OrderItem;
    const results = await Promise.allSettled([
      ...times(15, () => addItem(shop.deps, shopper, cartId, AddItem.parse({ product: second }))),
      ...times(10, (at) => changeItem(shop.deps, shopper, { orderId: cartId, itemId }, { quantity: 11 + (at % 10) })),
      ...times(10, (at) => updateText(shop.deps, shopper, cartId, { text: `Note ${at}` })),
    ]);
    expect(results.filter(({ status }) => status === 'rejected').length).toBe(5);
    const after = await findOrder(shop.deps, shopper, cartId);
    const quantities = new Map(after.order_items.map(({ product, quantity }) => [product, quantity]));
    expect([...quantities.values()].reduce((sum, quantity) => sum + quantity, 0)).toBe(
      (quantities.get(first) ?? 0) + 20 + 10 + 10,
    );
    expect(await versionOf(shop, cartId)).toBe(40 + 10 + 10 + 10);
  });

  test('a cart that becomes an order while it changes is ordered as it was at that moment', async () => {
    const ada = await registerSomeone(shop);
    const cart = await fillCart(shop, ada, [{ product: bouquets[0] as number }]);
    const url = `/api/user/orders/${cart.id}/order-items/`;
    const placing = shop.deps.db.transaction(async (tx) => {
      const row = (await lockCartOf(tx, ada.user.id)) as CartRow;
      await new Promise((resolve) => setTimeout(resolve, 100));
      const purchase = await readCart(tx, row, shop.deps.delivery.terms());
      await placeOrder(tx, row, purchase, shop.deps.clock.now());
      return purchase;
    });
    const answers = await Promise.all(
      times(20, (at) => shop.call('POST', url, { token: ada.access, body: { product: bouquets[at] } })),
    );
    const placed = await placing;
    expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThan(0);
    expect(await versionOf(shop, cart.id)).toBe(placed.version);
    expect(unitsIn((await listOrders(ada))[0])).toBe(placed.items.reduce((sum, { quantity }) => sum + quantity, 0));
  });

  test('an order that becomes a cart again while someone adds to it is changed after all', async () => {
    const ada = await registerSomeone(shop);
    const cart = await fillCart(shop, ada, [{ product: bouquets[0] as number }]);
    await awaitPaymentOfCart(shop, cart.id);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const returning = shop.deps.db.transaction(async (tx) => {
      const order = await lockOrder(tx, cart.id);
      lock();
      await returnToCart(tx, order);
      await released;
    });
    await locked;
    const body = { product: bouquets[1] };
    const adding = shop.call('POST', `/api/user/orders/${cart.id}/order-items/`, { token: ada.access, body });
    await untilOneWaits();
    const before = await versionOf(shop, cart.id);
    release();
    await returning;
    expect((await adding).status).toBe(201);
    expect(await versionOf(shop, cart.id)).toBe(before + 1);
    expect(unitsIn((await listOrders(ada))[0])).toBe(2);
  });

  test('what waited for the cart counts what was put in meanwhile: 50 kinds and 20 of one, not one more', async () => {
    const ada = await registerSomeone(shop);
    const shopper = await readAccessToken(shop.deps, ada.access);
    const [full, other] = bouquets as [number, number];
    const cart = await fillCart(shop, ada, [{ product: full, quantity: 19 }]);
    const whileLocked = async (change: ReturnType<typeof sql>, product: number) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
      const changing = shop.deps.db.transaction(async (tx) => {
        await tx.execute(sql`update carts set version = version + 1 where id = ${cart.id}`);
        await tx.execute(change);
        lock();
        await released;
      });
      await locked;
      const wanted = AddItem.parse({ product });
      const adding = Promise.allSettled([
        addItem(shop.deps, shopper, cart.id, wanted, randomUUID()),
        startOrder(shop.deps, shopper, { order_items: [wanted] }),
      ]);
      await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: 60_000 });
      release();
      await changing;
      return (await adding).map((end) => (end.status === 'rejected' ? end.reason.fields : end.value));
    };
    const before = await versionOf(shop, cart.id);
    const one = sql`update cart_items set quantity = 20 where cart_id = ${cart.id}`;
    const tooMany = { product: [expect.stringContaining('You can order at most 20 of')] };
    expect(await whileLocked(one, full)).toEqual([tooMany, tooMany]);
    const fifty = sql`insert into cart_items (cart_id, product_id, quantity, extras)
      select ${cart.id}, ${full}, 1, array[n] from generate_series(1, 49) as n`;
    const tooFull = { product: ['An order holds at most 50 different bouquets.'] };
    expect(await whileLocked(fifty, other)).toEqual([tooFull, tooFull]);
    expect(await versionOf(shop, cart.id)).toBe(before + 2);
    const { rows } = await shop.deps.db.execute(
      sql`select key from idempotency_keys where user_id = ${shopper.userId}`,
    );
    expect(rows).toEqual([]);
  });

  test('a storm of clicks by one person leaves the shop to the others', async () => {
    const ada = await registerSomeone(shop);
    const bea = await registerSomeone(shop);
    await fillCart(shop, ada, [{ product: bouquets[0] as number }]);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const locked = shop.deps.db.transaction(async (tx) => {
      await lockCartOf(tx, ada.user.id);
      await released;
    });
    const storm = times(50, (at) => start(ada, bouquets[at % 20] as number));
    await untilOneWaits();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await countWaiting()).toBe(1);
    expect((await start(bea, bouquets[0] as number)).status).toBe(201);
    release();
    await locked;
    expect((await Promise.all(storm)).map(({ status }) => status)).toEqual(times(50, () => 201));
    expect(unitsIn((await listOrders(ada))[0])).toBe(51);
  });

  test('people who buy the same bouquets in other orders never end in a deadlock', async () => {
    const carts = await Promise.all(
      times(8, async (at) => {
        const lines = bouquets.slice(0, 12).map((product) => ({ product }));
        return fillCart(shop, await registerSomeone(shop), at % 2 ? lines : lines.toReversed());
      }),
    );
    const before = (await shop.get(`/api/products/${bouquets[0]}/`)).json().sold;
    await Promise.all(carts.map(({ id }) => completeCart(shop, id)));
    shop.deps.responseCache.clear();
    expect((await shop.get(`/api/products/${bouquets[0]}/`)).json().sold).toBe(before + 8);
  });
});

test('whatever is done to a cart, its total is the sum of its lines in whole pence', { tags: 'G6' }, async () => {
  const act = fc.record({
    what: fc.constantFrom('add', 'change', 'remove'),
    at: fc.nat(7),
    quantity: fc.integer({ min: 1, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
      const ada = await registerSomeone(shop);
      let cart = await fillCart(shop, ada, [{ product: bouquets[0] as number }]);
      const wanted = new Map<number, number>([[bouquets[0] as number, 1]]);
      const url = `/api/user/orders/${cart.id}/order-items/`;
      for (const { what, at, quantity } of acts) {
        const product = bouquets[at] as number;
        const line = cart.order_items.find((item) => item.product === product);
        const had = wanted.get(product) ?? 0;
        if (what === 'add') {
          const { status } = await shop.call('POST', url, { token: ada.access, body: { product, quantity } });
          expect(status).toBe(had + quantity > 20 ? 400 : 201);
          if (status === 201) wanted.set(product, had + quantity);
        } else if (line && what === 'change') {
          await shop.call('PATCH', `${url}${line.id}/`, { token: ada.access, body: { quantity } });
          wanted.set(product, quantity);
        } else if (line) {
          await shop.call('DELETE', `${url}${line.id}/`, { token: ada.access });
          wanted.delete(product);
        }
        cart = (await listOrders(ada))[0] as Order;
        expect(new Map(cart.order_items.map((item) => [item.product, item.quantity]))).toEqual(wanted);
      }
      const pence = cart.order_items.reduce((sum, item) => sum + Math.round(item.price * 100) * item.quantity, 0);
      expect(cart.total_cost).toBe(pence / 100);
      expect(cart.amount_to_pay).toBe((pence === 0 ? 0 : pence + 500) / 100);
    }),
    { numRuns: 15 },
  );
});
