import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import { eq, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { addAddressFor, awaitPaymentOfCart, completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { lockCartOf } from '../cart/change-cart.ts';
import type { CartRow } from '../cart/table.ts';
import { findOrder } from '../history/find-order.ts';
import { type OrderRow, orders } from '../table.ts';
import { placeOrder } from './place-order.ts';
import { type Purchase, readCart, readOrder } from './read-purchase.ts';
import { returnToCart } from './return-to-cart.ts';

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
const read = (): Promise<Purchase> =>
  shop.deps.db.transaction(async (tx) => {
    const cart = (await lockCartOf(tx, ada.user.id)) as CartRow;
    const { limited: _limited, ...purchase } = await readCart(tx, cart, shop.deps.delivery.terms());
    return purchase;
  });
const place = () => awaitPaymentOfCart(shop, cart.id);
const findRow = async (): Promise<OrderRow | undefined> =>
  (await shop.deps.db.select().from(orders).where(eq(orders.id, cart.id)))[0];
const giveUp = async () => {
  const order = await findRow();
  if (order) await shop.deps.db.transaction((tx) => returnToCart(tx, order));
};

describe('readCart', () => {
  test('gives everything that is paid for, and who pays', async () => {
    const { id, driver_note, nobody_in, swap_choice, ...place } = address;
    expect(await read()).toEqual({
      orderId: cart.id,
      version: expect.any(Number),
      items: [
        {
          id: cart.order_items[0]?.id,
          orderId: cart.id,
          addedPricePence: 4_000,
          productId: tearoom,
          itemCode: expect.any(String),
          name: 'Tearoom',
          quantity: 3,
          pricePence: 4_000,
          picture: cart.order_items[0]?.picture,
          availability: 'on_sale',
          size: 'standard',
          extras: [],
          extrasPence: 0,
        },
      ],
      sums: [
        { kind: 'goods', label: 'Flowers', pence: 12_000 },
        { kind: 'delivery', label: 'Delivery', pence: 500 },
      ],
      amountPence: 12_500,
      promotion: null,
      address: place,
      deliveryDate: '2026-11-20',
      day: '2026-11-20',
      text: 'With love',
      wishes: { driverNote: '', nobodyIn: 'neighbour', swapChoice: 'choose' },
      buyer: {
        userId: ada.user.id,
        name: 'Ada Lovelace',
        email: ada.user.email,
        firstName: 'Ada',
        stoppedReason: null,
      },
    });
  });

  test('tells what cannot be bought any more, and asks nothing for it', async () => {
    await setProduct({ price: 4_000, status: 'sold_out', name: 'Tearoom' });
    const { items, amountPence } = await read();
    expect([items[0]?.availability, amountPence]).toEqual(['sold_out', 0]);
  });
});

describe('placeOrder', () => {
  test('keeps prices and names still, whatever the catalogue does meanwhile', async () => {
    const before = await read();
    await place();
    await setProduct({ price: 9_900, status: 'withdrawn', name: 'Tea Shop' });
    const order = (await findRow()) as OrderRow;
    expect(await shop.deps.db.transaction((tx) => readOrder(tx, order))).toEqual(before);
    expect(await find()).toEqual({ ...cart, status: 'W', being_paid: true, stage: 'awaiting payment' });
  });

  test('what was approved is what is completed', async () => {
    await place();
    await setProduct({ price: 9_900, status: 'withdrawn', name: 'Tea Shop' });
    await completeCart(shop, cart.id, '2026-11-20');
    expect(await find()).toMatchObject({ total_cost: 120, being_paid: false, status: 'C' });
  });

  test('it becomes a cart again, at the prices of the day, if no money comes', async () => {
    await place();
    await setProduct({ price: 4_100, status: 'on_sale', name: 'Tea Shop' });
    await giveUp();
    await giveUp();
    expect(await find()).toMatchObject({ total_cost: 123, being_paid: false, order_items: [{ name: 'Tea Shop' }] });
    expect((await change(`${cart.id}/update-text/`, { text: 'Hello' })).text).toBe('Hello');
  });
});

describe('completeOrder', () => {
  test('writes down for good what was bought, by whom, where it goes and when', { tags: 'G14' }, async () => {
    await completeCart(shop, cart.id, '2026-11-20');
    const completed = await find();
    expect(completed).toEqual({ ...cart, status: 'C', stage: 'to tie', completed_at: TEST_NOW.toISOString() });

    await setProduct({ price: 9_900, status: 'on_sale', name: 'Tea Shop' });
    await shop.call('PATCH', '/api/user/profile/', { token: ada.access, body: { last_name: 'Byron' } });
    await shop.deps.db.execute(sql`update addresses set city = 'Elsewhere' where id = ${address.id}`);
    expect(await find()).toEqual(completed);
    await giveUp();
    expect(await find()).toEqual(completed);
  });

  test('still tells whether it could be bought again', { tags: 'D3' }, async () => {
    await completeCart(shop, cart.id);
    await setProduct({ price: 4_000, status: 'withdrawn', name: 'Tearoom' });
    expect(await find()).toMatchObject({ total_cost: 120, order_items: [{ availability: 'withdrawn', price: 40 }] });
  });

  test('counts what was sold', { tags: 'D8' }, async () => {
    const sold = async () =>
      (await shop.deps.db.execute<{ sold: number }>(sql`select sold from products where id = ${tearoom}`)).rows[0]
        ?.sold ?? 0;
    const before = await sold();
    await completeCart(shop, cart.id);
    expect(await sold()).toBe(before + 3);
  });

  test('refuses a second time, and counts nothing twice', async () => {
    await completeCart(shop, cart.id);
    await expect(completeCart(shop, cart.id)).rejects.toThrow(`Order ${cart.id} is to tie: it cannot become to tie.`);
  });

  test('refuses a cart that is not the one paid for, and changes nothing', async () => {
    const paid = await read();
    await shop.call('POST', `/api/user/orders/${cart.id}/order-items/`, {
      token: ada.access,
      body: { product: tearoom },
    });
    const placing = shop.deps.db.transaction(async (tx) =>
      placeOrder(tx, (await lockCartOf(tx, ada.user.id)) as CartRow, paid, TEST_NOW),
    );
    await expect(placing).rejects.toThrow('The purchase is not that of the cart.');
    expect((await find()).status).toBe('P');
  });

  test('the database holds no order that is paid for without a day, or without when', async () => {
    await place();
    const change = (set: SQL) => shop.deps.db.execute(sql`update orders set ${set} where id = ${cart.id}`);
    await expect(change(sql`stage = 'to tie'`)).rejects.toThrow();
    await expect(change(sql`stage = 'to tie', completed_at = now(), delivery_date = null`)).rejects.toThrow();
  });
});
