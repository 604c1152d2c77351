import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { Order } from '#contract/orders.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { addAddressFor, awaitPaymentOfCart, completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { lockOrder } from '../lock-order.ts';
import { replaceOrder } from '../paid/replace-order.ts';
import { returnToCart } from '../paid/return-to-cart.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let ada: Registered;
let tearoom: number;

beforeAll(async () => {
  shop = await openTestShop();
  tearoom = await productId(shop, 'Tearoom');
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`delete from throttles`);
  ada = await registerSomeone(shop);
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const change = async (path: string, body: object) => {
  const answer = await shop.call('PATCH', `/api/user/orders/${path}`, { token: ada.access, body });
  return [answer.status, answer.json()];
};
const find = async (id: number): Promise<Order> =>
  Order.parse((await shop.call('GET', `/api/user/orders/${id}/`, { token: ada.access })).json());
const someCart = () => fillCart(shop, ada, [{ product: tearoom, quantity: 2 }]);

describe('PATCH /api/user/orders/:orderId/update-text/', () => {
  test('keeps the gift note as it was typed', { tags: '§7.9' }, async () => {
    const cart = await someCart();
    const text = ' Dear Annabella,\n\nhappy birthday 🌷 ';
    expect(await change(`${cart.id}/update-text/`, { text })).toEqual([200, { ...cart, text }]);
    expect(await change(`${cart.id}/update-text/`, { text: '' })).toEqual([200, cart]);
  });

  test('refuses one that is too long, and keeps the last', { tags: 'G22' }, async () => {
    const cart = await someCart();
    await change(`${cart.id}/update-text/`, { text: '🌷'.repeat(300) });
    expect(await change(`${cart.id}/update-text/`, { text: '🌷'.repeat(301) })).toEqual([
      400,
      { text: ['Gift note must be no more than 300 characters.'] },
    ]);
    expect((await find(cart.id)).text).toBe('🌷'.repeat(300));
  });
});

describe('PATCH /api/user/orders/:orderId/update-wishes/', () => {
  test('keeps what the driver should know and what is done if a flower is missing; what is not sent stays', async () => {
    const cart = await someCart();
    const path = `${cart.id}/update-wishes/`;
    const driver_note = 'The bell is broken, please knock';
    expect(await change(path, { driver_note: ` ${driver_note} ` })).toEqual([200, { ...cart, driver_note }]);
    const both = { ...cart, driver_note, swap_choice: 'ask' };
    expect(await change(path, { swap_choice: 'ask' })).toEqual([200, both]);
    expect(await change(path, {})).toEqual([200, both]);
    expect(await change(path, { driver_note: '', swap_choice: 'choose' })).toEqual([200, cart]);
  });

  test('go with the order, come back with a payment that failed, and go with a replacement', async () => {
    const cart = await someCart();
    const wishes = { driver_note: 'Round the back', swap_choice: 'ask', nobody_in: 'try again' };
    await change(`${cart.id}/update-wishes/`, wishes);
    await awaitPaymentOfCart(shop, cart.id);
    expect(await find(cart.id)).toMatchObject({ ...wishes, being_paid: true });
    await shop.deps.db.transaction(async (tx) => {
      const order = await lockOrder(tx, cart.id);
      await returnToCart(tx, order);
    });
    expect(await find(cart.id)).toMatchObject({ ...wishes, being_paid: false });
    await completeCart(shop, cart.id);
    const { order } = await shop.deps.db.transaction(async (tx) =>
      replaceOrder(shop.deps, tx, await lockOrder(tx, cart.id), { claim: 1 }),
    );
    expect(await find(order)).toMatchObject({ ...wishes, replaces: cart.id });
  });

  test.each([
    [{ swap_choice: 'perhaps' }, { swap_choice: ['This must be choose or ask.'] }],
    [{ nobody_in: 'roof' }, { nobody_in: ['This must be neighbour, porch or try again.'] }],
    [{ driver_note: 'x'.repeat(201) }, { driver_note: ['This must be no more than 200 characters.'] }],
    [{ driver_note: 'two\nlines' }, { driver_note: ['This holds characters we cannot keep.'] }],
  ])('refuses %j', async (body, refusal) => {
    const cart = await someCart();
    expect(await change(`${cart.id}/update-wishes/`, body)).toEqual([400, refusal]);
  });
});

describe('PATCH /api/user/orders/:orderId/update-shipping-address/', () => {
  test('shows where it goes', { tags: ['§3.2', '§7.10'] }, async () => {
    const cart = await someCart();
    const { id, driver_note, nobody_in, swap_choice, ...place } = await addAddressFor(shop, ada, {
      postal_code: 'e83qx',
    });
    expect([driver_note, nobody_in, swap_choice]).toEqual(['', null, null]);
    expect(await change(`${cart.id}/update-shipping-address/`, { shipping_address: id })).toEqual([
      200,
      { ...cart, shipping_address: id, address: { ...place, postal_code: 'E8 3QX' } },
    ]);
  });

  test("refuses another's address in the words for one that is not there", async () => {
    const cart = await someCart();
    const { id } = await addAddressFor(shop, await registerSomeone(shop));
    const words = { shipping_address: ['This address is not in your list.'] };
    for (const shipping_address of [id, 2_147_483_647]) {
      expect(await change(`${cart.id}/update-shipping-address/`, { shipping_address })).toEqual([400, words]);
    }
    expect(await find(cart.id)).toEqual(cart);
  });
});

describe('PATCH /api/user/orders/:orderId/update-delivery-date/', () => {
  test('keeps a day that can be promised', { tags: 'G23' }, async () => {
    const cart = await someCart();
    for (const delivery_date of ['2026-11-17', '2026-11-22', '2027-01-15']) {
      expect(await change(`${cart.id}/update-delivery-date/`, { delivery_date })).toEqual([
        200,
        { ...cart, delivery_date },
      ]);
    }
  });

  test.each([
    ['2026-11-16', 'We cannot deliver that soon. The first possible day is Tuesday 17 November.'],
    ['2026-12-25', 'We do not deliver on bank holidays.'],
    ['2027-01-16', 'We deliver up to 60 days ahead.'],
    ['2026-02-30', 'This is not a day.'],
    ['tomorrow', 'This is not a day.'],
    ['2026-11-17T00:00', 'This is not a day.'],
  ])('refuses %s and says why', { tags: 'G23' }, async (delivery_date, words) => {
    const cart = await someCart();
    expect(await change(`${cart.id}/update-delivery-date/`, { delivery_date })).toEqual([
      400,
      { delivery_date: [words] },
    ]);
    expect((await find(cart.id)).delivery_date).toBeNull();
  });

  test('after noon in London, tomorrow is too soon', async () => {
    shop.setNow(new Date('2026-11-16T12:00:00Z'));
    ada = await registerSomeone(shop);
    const cart = await someCart();
    const answer = await change(`${cart.id}/update-delivery-date/`, { delivery_date: '2026-11-17' });
    shop.setNow(TEST_NOW);
    expect(answer[1]).toEqual({
      delivery_date: ['We cannot deliver that soon. The first possible day is Wednesday 18 November.'],
    });
  });
});
