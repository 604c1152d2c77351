import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import {
  ADDRESS,
  addAddressFor,
  awaitPaymentOfCart,
  completeCart,
  fillCart,
  productId,
  versionOf,
} from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const PATH = '/api/user/profile/address/';
const list = async (token: string) => (await shop.call('GET', PATH, { token })).json();
const add = (token: string, body: unknown) => shop.call('POST', PATH, { token, body });
const change = (token: string, id: number | string, body: unknown) =>
  shop.call('PATCH', `${PATH}${id}/`, { token, body });
const remove = (token: string, id: number | string) => shop.call('DELETE', `${PATH}${id}/`, { token });

describe('POST /api/user/profile/address/', () => {
  test('adds an address with what the form leaves out filled in', { tags: ['§3.5', '§7.12'] }, async () => {
    const { access } = await registerSomeone(shop);
    const response = await add(access, { ...ADDRESS, city: ' London ' });
    expect([response.status, response.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        ...ADDRESS,
        country: 'GB',
        postal_code: '',
        address_type: 'S',
        phone: '',
        recipient_name: '',
        driver_note: '',
        nobody_in: null,
        swap_choice: null,
      },
    ]);
    expect(await list(access)).toEqual([response.json()]);
  });

  test.each([
    ['sw1a1aa', 'SW1A 1AA'],
    ['  e8   3qx ', 'E8 3QX'],
    ['bf14aa', 'BF1 4AA'],
    ['GIR0AA', 'GIR 0AA'],
    [' ', ''],
  ])('keeps the postal code %s as %s', { tags: 'G8' }, async (typed, kept) => {
    const { access } = await registerSomeone(shop);
    expect((await add(access, { ...ADDRESS, postal_code: typed })).json().postal_code).toBe(kept);
  });

  test.each(['NOT A POSTCODE', 'QQ1 1AA', 'E8', 'x'.repeat(20)])(
    'refuses %s, which cannot be a postcode, under its field, for a new address and for one there is',
    { tags: 'G8' },
    async (postal_code) => {
      const { access } = await registerSomeone(shop);
      const refusal = {
        postal_code: ['This is no postcode of the United Kingdom. Please check it, or leave it empty.'],
      };
      const refused = await add(access, { ...ADDRESS, postal_code });
      expect([refused.status, refused.json()]).toEqual([400, refusal]);
      const { id } = (await add(access, ADDRESS)).json();
      const path = `/api/user/profile/address/${id}/`;
      const changed = await shop.call('PATCH', path, { token: access, body: { postal_code } });
      expect([changed.status, changed.json()]).toEqual([400, refusal]);
    },
  );

  test('keeps whom to ring and whom to ask for', { tags: ['§3.6', 'G9'] }, async () => {
    const { access } = await registerSomeone(shop);
    const response = await add(access, { ...ADDRESS, phone: '+44 20 7946 0000', recipient_name: 'Annabella Byron' });
    expect(response.json()).toMatchObject({ phone: '+44 20 7946 0000', recipient_name: 'Annabella Byron' });
  });

  test('takes one that was deleted again, with what it had remembered', async () => {
    const someone = await registerSomeone(shop);
    const { id, ...address } = await addAddressFor(shop, someone, { phone: '07700 900142', postal_code: 'E8 3QX' });
    const before = { ...address, driver_note: 'Green gate', nobody_in: 'porch', swap_choice: 'ask' };
    await remove(someone.access, id);
    const response = await add(someone.access, before);
    expect([response.status, response.json()]).toEqual([201, { id: expect.any(Number), ...before }]);
    expect(await list(someone.access)).toEqual([response.json()]);
  });

  test('refuses a phone number that nobody could ring, and says how one looks', async () => {
    const { access } = await registerSomeone(shop);
    const response = await add(access, { ...ADDRESS, phone: '07700 90' });
    const words = 'Please give a whole phone number, such as 07700 900142, or +1 202 555 0142 from abroad.';
    expect([response.status, response.json()]).toEqual([400, { phone: [words] }]);
  });

  test('names every field that cannot be taken, and adds nothing', { tags: ['§5.2', '§5.4'] }, async () => {
    const { access } = await registerSomeone(shop);
    const response = await add(access, {
      country: 'FR',
      city: ' ',
      apartment_address: 'x'.repeat(201),
      postal_code: 'x'.repeat(21),
      address_type: 'Q',
    });
    expect([response.status, response.json()]).toEqual([
      400,
      {
        country: ['We deliver in the United Kingdom only.'],
        city: ['This field may not be blank.'],
        street_address: ['This field is required.'],
        apartment_address: ['This must be no more than 200 characters.'],
        postal_code: ['Postal code must be no more than 20 characters.'],
        address_type: ['This must be S for shipping or B for billing.'],
      },
    ]);
    expect(await list(access)).toEqual([]);
  });

  test('keeps at most 50 for one person, even when they come at once', async () => {
    const { access } = await registerSomeone(shop);
    const responses = await Promise.all(Array.from({ length: 60 }, () => add(access, ADDRESS)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(50);
    for (const refused of responses.filter(({ status }) => status !== 201)) {
      expect([refused.status, refused.json()]).toEqual([
        400,
        { non_field_errors: ['You can keep at most 50 addresses. Please delete one first.'] },
      ]);
    }
    expect(await list(access)).toHaveLength(50);
  });
});

describe('GET /api/user/profile/address/', () => {
  test("gives one's own, the first added first, and nobody else's", { tags: '§7.11' }, async () => {
    const one = await registerSomeone(shop);
    const other = await registerSomeone(shop);
    const first = await addAddressFor(shop, one);
    await addAddressFor(shop, other);
    const second = await addAddressFor(shop, one, { city: 'Leeds' });
    expect(await list(one.access)).toEqual([first, second]);
  });
});

describe('PATCH /api/user/profile/address/:id/', () => {
  test('corrects what is sent and keeps the rest, in its place in the list', async () => {
    const someone = await registerSomeone(shop);
    const address = await addAddressFor(shop, someone, { phone: '07700 900142', postal_code: 'E8 3QX' });
    const second = await addAddressFor(shop, someone, { city: 'Leeds' });
    const response = await change(someone.access, address.id, {
      recipient_name: ' Nell Whitcombe ',
      postal_code: 'yo317eq',
    });
    const corrected = { ...address, recipient_name: 'Nell Whitcombe', postal_code: 'YO31 7EQ' };
    expect([response.status, response.json()]).toEqual([200, corrected]);
    expect(await list(someone.access)).toEqual([corrected, second]);
  });

  test('a cart goes to the corrected one, and a payment for it as it was is one for something else', async () => {
    const someone = await registerSomeone(shop);
    const { cart, address, other } = await cartWithAddress(someone);
    const before = await versionOf(shop, cart.id);
    await change(someone.access, other.id, { city: 'Bath' });
    await change(someone.access, address.id, { city: address.city });
    expect(await versionOf(shop, cart.id)).toBe(before);
    await change(someone.access, address.id, { city: 'York' });
    expect(await versionOf(shop, cart.id)).toBe(before + 1);
    const found = await shop.call('GET', `/api/user/orders/${cart.id}/`, { token: someone.access });
    expect(found.json()).toMatchObject({ shipping_address: address.id, address: { city: 'York' } });
  });

  test('what was sent there keeps where it went', async () => {
    const someone = await registerSomeone(shop);
    const { cart, address } = await cartWithAddress(someone);
    await completeCart(shop, cart.id);
    expect((await change(someone.access, address.id, { city: 'York', recipient_name: 'Nell' })).status).toBe(200);
    const found = await shop.call('GET', `/api/user/orders/${cart.id}/`, { token: someone.access });
    expect(address).toMatchObject(found.json().address);
  });

  test('refuses while a payment that sends something there is confirmed', async () => {
    const someone = await registerSomeone(shop);
    const { cart, address, other } = await cartWithAddress(someone);
    await awaitPaymentOfCart(shop, cart.id);
    const response = await change(someone.access, address.id, { city: 'York' });
    expect([response.status, response.json()]).toEqual([409, { detail: 'Your payment is being confirmed.' }]);
    expect((await change(someone.access, other.id, { city: 'York' })).status).toBe(200);
    expect(await list(someone.access)).toEqual([address, { ...other, city: 'York' }]);
  });

  test('names every field that cannot be taken, and changes nothing', async () => {
    const someone = await registerSomeone(shop);
    const address = await addAddressFor(shop, someone);
    const response = await change(someone.access, address.id, { city: ' ', phone: 'ring', country: 'FR', phrase: 'x' });
    expect([response.status, Object.keys(response.json()).toSorted()]).toEqual([400, ['city', 'country', 'phone']]);
    expect(await list(someone.access)).toEqual([address]);
  });

  test("another's is not found, and stays", async () => {
    const owner = await registerSomeone(shop);
    const other = await registerSomeone(shop);
    const address = await addAddressFor(shop, owner);
    for (const id of [address.id, 'x', '2147483647']) {
      const response = await change(other.access, id, { city: 'York' });
      expect([response.status, response.json()]).toEqual([404, { detail: 'Not found.' }]);
    }
    expect(await list(owner.access)).toEqual([address]);
  });
});

describe('DELETE /api/user/profile/address/:id/', () => {
  test('removes it and says nothing', { tags: '§7.13' }, async () => {
    const someone = await registerSomeone(shop);
    const address = await addAddressFor(shop, someone);
    const response = await remove(someone.access, address.id);
    expect([response.status, response.body, response.headers['content-type']]).toEqual([204, '', undefined]);
    expect(await list(someone.access)).toEqual([]);
  });

  test('a cart that was to go there goes nowhere yet, and a payment for it as it was is one for something else', async () => {
    const someone = await registerSomeone(shop);
    const { cart, address, other } = await cartWithAddress(someone);
    const before = await versionOf(shop, cart.id);
    expect((await remove(someone.access, other.id)).status).toBe(204);
    expect(await versionOf(shop, cart.id)).toBe(before);
    expect((await remove(someone.access, address.id)).status).toBe(204);
    expect(await versionOf(shop, cart.id)).toBe(before + 1);
    const found = await shop.call('GET', `/api/user/orders/${cart.id}/`, { token: someone.access });
    expect(found.json()).toMatchObject({ shipping_address: null, address: null });
  });

  test('what was sent there keeps where it went', async () => {
    const someone = await registerSomeone(shop);
    const { cart, address } = await cartWithAddress(someone);
    await completeCart(shop, cart.id);
    expect((await remove(someone.access, address.id)).status).toBe(204);
    const found = await shop.call('GET', `/api/user/orders/${cart.id}/`, { token: someone.access });
    expect(found.json().shipping_address).toBe(null);
    expect(address).toMatchObject(found.json().address);
  });

  test('refuses while a payment that sends something there is confirmed', async () => {
    const someone = await registerSomeone(shop);
    const { cart, address, other } = await cartWithAddress(someone);
    await awaitPaymentOfCart(shop, cart.id);
    const response = await remove(someone.access, address.id);
    expect([response.status, response.json()]).toEqual([409, { detail: 'Your payment is being confirmed.' }]);
    expect((await remove(someone.access, other.id)).status).toBe(204);
    expect(await list(someone.access)).toEqual([address]);
  });

  test.each(['0', '-1', '1e3', '99999999999', 'x', '2147483647'])('finds nothing called %s', async (id) => {
    const { access } = await registerSomeone(shop);
    const response = await remove(access, id);
    expect([response.status, response.json()]).toEqual([404, { detail: 'Not found.' }]);
  });

  test("another's is not found, and stays", async () => {
    const owner = await registerSomeone(shop);
    const other = await registerSomeone(shop);
    const address = await addAddressFor(shop, owner);
    const response = await remove(other.access, address.id);
    expect([response.status, response.json()]).toEqual([404, { detail: 'Not found.' }]);
    expect(await list(owner.access)).toEqual([address]);
  });

  test('choosing and removing it at once leaves no cart that goes to nowhere, and nobody waits for ever', async () => {
    const someone = await registerSomeone(shop);
    const { cart } = await cartWithAddress(someone);
    for (let round = 0; round < 10; round++) {
      const address = await addAddressFor(shop, someone);
      const body = { shipping_address: address.id };
      const url = `/api/user/orders/${cart.id}/update-shipping-address/`;
      const [chosen, removed] = await Promise.all([
        shop.call('PATCH', url, { token: someone.access, body }),
        remove(someone.access, address.id),
      ]);
      expect([200, 400]).toContain(chosen.status);
      expect(removed.status).toBe(204);
      const found = await shop.call('GET', `/api/user/orders/${cart.id}/`, { token: someone.access });
      expect(found.json().shipping_address).not.toBe(address.id);
    }
  });
});

async function cartWithAddress(someone: Awaited<ReturnType<typeof registerSomeone>>) {
  const cart = await fillCart(shop, someone, [{ product: await productId(shop, 'Tearoom') }]);
  const address = await addAddressFor(shop, someone);
  const other = await addAddressFor(shop, someone, { city: 'Leeds' });
  const url = `/api/user/orders/${cart.id}/update-shipping-address/`;
  await shop.call('PATCH', url, { token: someone.access, body: { shipping_address: address.id } });
  return { cart, address, other };
}
