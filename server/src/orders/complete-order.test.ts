import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import { sql } from '../database/drizzle.ts';
import { addAddressFor, completeCart, fillCart, productId } from '../testing/carts.ts';
import { registerSomeone } from '../testing/people.ts';
import { openTestShop, TEST_NOW } from '../testing/test-shop.ts';
import { completeOrder } from './complete-order.ts';
import { findOrder } from './find-order.ts';
import { freezeCart, unfreezeCart } from './freeze-cart.ts';
import { lockOrder } from './lock-order.ts';
import { type CartForPayment, readCart } from './read-cart.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let ada: Registered;
let cart: Order;
let address: Awaited<ReturnType<typeof addAddressFor>>;
let tearoom: number;

beforeAll(async () => {
  shop = await openTestShop();
  tearoom = await productId(shop, 'Tearoom');
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`delete from throttles`);
  await setProduct({ price: 4_000, status: 'on_sale', name: 'Tearoom' });
  ada = await registerSomeone(shop);
  address = await addAddressFor(shop, ada);
  const { id } = await fillCart(shop, ada, [{ product: tearoom, quantity: 3 }]);
  await change(`${id}/update-shipping-address/`, { shipping_address: address.id });
  await change(`${id}/update-delivery-date/`, { delivery_date: '2026-11-20' });
  cart = await change(`${id}/update-text/`, { text: 'With love' });
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const change = async (path: string, body: unknown): Promise<Order> =>
  (await shop.call('PATCH', `/api/user/orders/${path}`, { token: ada.access, body })).json();
const setProduct = ({ price, status, name }: { price: number; status: string; name: string }) =>
  shop.deps.db.execute(
    sql`update products set price_pence = ${price}, status = ${status}, name = ${name} where id = ${tearoom}`,
  );
const find = () => findOrder(shop.deps, { userId: ada.user.id, sessionId: '' }, cart.id);
const read = (): Promise<CartForPayment> =>
  shop.deps.db.transaction(async (tx) => readCart(tx, await lockOrder(tx, cart.id)));
const hold = () => shop.deps.db.transaction((tx) => freezeCart(tx, cart.id, TEST_NOW));
const release = () => shop.deps.db.transaction((tx) => unfreezeCart(tx, cart.id));

describe('readCart', () => {
  test('gives everything that is paid for, and who pays', async () => {
    const { id, ...place } = address;
    expect(await read()).toEqual({
      orderId: cart.id,
      version: expect.any(Number),
      items: [
        {
          productId: tearoom,
          itemCode: expect.any(String),
          name: 'Tearoom',
          quantity: 3,
          pricePence: 4_000,
          picture: cart.order_items[0]?.picture,
          availability: 'on_sale',
        },
      ],
      totalPence: 12_000,
      deliveryFeePence: 500,
      amountPence: 12_500,
      address: place,
      deliveryDate: '2026-11-20',
      text: 'With love',
      buyer: { userId: ada.user.id, name: 'Ada Lovelace', email: ada.user.email, firstName: 'Ada' },
    });
  });

  test('tells what cannot be bought any more, and asks nothing for it', async () => {
    await setProduct({ price: 4_000, status: 'sold_out', name: 'Tearoom' });
    const { items, amountPence } = await read();
    expect([items[0]?.availability, amountPence]).toEqual(['sold_out', 0]);
  });
});

describe('freezeCart', () => {
  test('keeps prices and names still, whatever the catalogue does meanwhile', async () => {
    const before = await read();
    await hold();
    await setProduct({ price: 9_900, status: 'withdrawn', name: 'Tea Shop' });
    expect(await read()).toEqual(before);
    expect(await find()).toEqual({ ...cart, being_paid: true });
  });

  test('what was approved is what is completed', async () => {
    await hold();
    await setProduct({ price: 9_900, status: 'withdrawn', name: 'Tea Shop' });
    await completeCart(shop, cart.id, '2026-11-20');
    expect(await find()).toMatchObject({ total_cost: 120, being_paid: false, status: 'C' });
  });

  test('releasing makes it a cart again, at the prices of the day', async () => {
    await hold();
    await setProduct({ price: 4_100, status: 'on_sale', name: 'Tea Shop' });
    await release();
    await release();
    expect(await find()).toMatchObject({ total_cost: 123, being_paid: false, order_items: [{ name: 'Tea Shop' }] });
    expect((await change(`${cart.id}/update-text/`, { text: 'Hello' })).text).toBe('Hello');
  });
});

describe('completeOrder', () => {
  test('writes down for good what was bought, by whom, where it goes and when', async () => {
    await completeCart(shop, cart.id, '2026-11-20');
    const completed = await find();
    expect(completed).toEqual({ ...cart, status: 'C', completed_at: TEST_NOW.toISOString() });

    await setProduct({ price: 9_900, status: 'on_sale', name: 'Tea Shop' });
    await shop.call('PATCH', '/api/user/profile/', { token: ada.access, body: { last_name: 'Byron' } });
    await shop.deps.db.execute(sql`update addresses set city = 'Elsewhere' where id = ${address.id}`);
    expect(await find()).toEqual(completed);
    await release();
    await hold();
    expect(await find()).toEqual(completed);
  });

  test('still tells whether it could be bought again', async () => {
    await completeCart(shop, cart.id);
    await setProduct({ price: 4_000, status: 'withdrawn', name: 'Tearoom' });
    expect(await find()).toMatchObject({ total_cost: 120, order_items: [{ availability: 'withdrawn', price: 40 }] });
  });

  test('counts what was sold', async () => {
    const sold = async () =>
      (await shop.deps.db.execute<{ sold: number }>(sql`select sold from products where id = ${tearoom}`)).rows[0]
        ?.sold ?? 0;
    const before = await sold();
    await completeCart(shop, cart.id);
    expect(await sold()).toBe(before + 3);
  });

  test('refuses a second time, and counts nothing twice', async () => {
    await completeCart(shop, cart.id);
    await expect(completeCart(shop, cart.id)).rejects.toThrow('This order is completed.');
  });

  test('refuses a cart that is not the one paid for, and changes nothing', async () => {
    const paid = await read();
    await shop.call('POST', `/api/user/orders/${cart.id}/order-items/`, {
      token: ada.access,
      body: { product: tearoom },
    });
    const completing = shop.deps.db.transaction(async (tx) =>
      completeOrder(tx, await lockOrder(tx, cart.id), paid, { completedAt: TEST_NOW, deliveryDate: '2026-11-20' }),
    );
    await expect(completing).rejects.toThrow('The cart is not that of the order.');
    expect((await find()).status).toBe('P');
  });

  test('the database holds no completed order without a total and a day', async () => {
    await expect(
      shop.deps.db.execute(sql`update orders set status = 'C', completed_at = now() where id = ${cart.id}`),
    ).rejects.toThrow();
  });
});
