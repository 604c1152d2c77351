import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavedAddress } from '#contract/addresses.ts';
import type { Order } from '#contract/orders.ts';
import { addAddressFor, awaitPaymentOfCart, fillCart, productId } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { lockOrder } from '../lock-order.ts';
import { orderPersonalData } from '../order-personal-data.ts';
import { returnToCart } from '../paid/return-to-cart.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function start() {
  const person = await registerSomeone(shop);
  const { id } = await fillCart(shop, person, [{ product: await productId(shop, 'Tearoom') }]);
  const token = person.access;
  const patch = async (path: string, body: object): Promise<Order> =>
    (await shop.call('PATCH', `/api/user/orders/${id}/${path}/`, { token, body })).json();
  return {
    person,
    token,
    id,
    add: async () => (await addAddressFor(shop, person)).id,
    choose: (shipping_address: number) => patch('update-shipping-address', { shipping_address }),
    wish: (wishes: object) => patch('update-wishes', wishes),
    list: async (): Promise<SavedAddress[]> => (await shop.call('GET', '/api/user/profile/address/', { token })).json(),
  };
}

describe('wishes for the day', () => {
  test('are remembered with the address, and come with it', async () => {
    const { add, choose, wish, list } = await start();
    const [home, work] = [await add(), await add()];
    await choose(home);
    const wishes = { driver_note: 'Blue door', nobody_in: 'porch', swap_choice: 'choose' };
    expect(await wish(wishes)).toMatchObject(wishes);
    expect(await choose(work)).toMatchObject({ driver_note: '', nobody_in: 'neighbour' });
    await wish({ driver_note: 'Reception', nobody_in: 'try again' });
    expect(await choose(home)).toMatchObject(wishes);
    expect((await list()).map(({ driver_note, nobody_in }) => [driver_note, nobody_in])).toEqual([
      ['Blue door', 'porch'],
      ['Reception', 'try again'],
    ]);
  });

  test('that were typed before there was an address go with the first one, and stay with it', async () => {
    const { add, choose, wish, list } = await start();
    await wish({ driver_note: 'Side gate' });
    expect(await choose(await add())).toMatchObject({ driver_note: 'Side gate', nobody_in: 'neighbour' });
    expect(await list()).toMatchObject([{ driver_note: 'Side gate' }]);
  });

  test('whoever wanted to be asked about a flower is asked, wherever it goes', async () => {
    const { add, choose, wish } = await start();
    await choose(await add());
    await wish({ swap_choice: 'ask' });
    expect(await choose(await add())).toMatchObject({ swap_choice: 'ask' });
  });

  test('of an order that was not paid for after all go to no other door', async () => {
    const { person, add, choose, wish, token, id } = await start();
    await choose(await add());
    await wish({ driver_note: 'Blue door', nobody_in: 'porch', swap_choice: 'ask' });
    await awaitPaymentOfCart(shop, id);
    const other = await fillCart(shop, person, [{ product: await productId(shop, 'Tearoom') }]);
    const path = `/api/user/orders/${other.id}/`;
    const body = { shipping_address: await add() };
    await shop.call('PATCH', `${path}update-shipping-address/`, { token, body });
    await shop.deps.db.transaction(async (tx) => returnToCart(tx, await lockOrder(tx, id)));
    const cart = (await shop.call('GET', path, { token })).json();
    expect(cart).toMatchObject({ driver_note: '', nobody_in: 'neighbour', swap_choice: 'ask' });
  });

  test('of a stranger who registered the address first are none of its owner’s', async () => {
    const { person, wish, token, id } = await start();
    await wish({ driver_note: 'Blue door', nobody_in: 'porch', swap_choice: 'ask' });
    await shop.deps.db.transaction((tx) => orderPersonalData.distrust?.(tx, person.user.id) ?? Promise.resolve());
    const cart = (await shop.call('GET', `/api/user/orders/${id}/`, { token })).json();
    expect(cart).toMatchObject({ driver_note: '', nobody_in: 'neighbour', swap_choice: 'choose' });
  });

  test('words about a door go with its address when that is deleted', async () => {
    const { add, choose, wish, token, id } = await start();
    const home = await add();
    await choose(home);
    await wish({ driver_note: 'Blue door', nobody_in: 'porch' });
    await shop.call('DELETE', `/api/user/profile/address/${home}/`, { token });
    const cart = (await shop.call('GET', `/api/user/orders/${id}/`, { token })).json();
    expect(cart).toMatchObject({ driver_note: '', nobody_in: 'neighbour', shipping_address: null });
  });

  const DOOR = { driver_note: 'Blue door', nobody_in: 'porch', swap_choice: 'ask' };
  const NOTHING = { driver_note: '', nobody_in: null, swap_choice: null };

  test.each([
    { street_address: '9 Bootham' },
    { apartment_address: 'Rose Cottage' },
    { city: 'Leeds' },
    { postal_code: 'LS1 4AP' },
  ])('do not follow an address to another door: %j', async (change) => {
    const { add, choose, wish, list, token, id } = await start();
    const home = await add();
    await correct(token, home, { postal_code: 'YO31 7EQ' });
    await choose(home);
    await wish(DOOR);
    expect(await correct(token, home, change)).toMatchObject({ ...change, ...NOTHING });
    expect(await list()).toMatchObject([NOTHING]);
    // Whoever wanted to be asked about a flower is asked, wherever it goes.
    expect(await cartOf(token, id)).toMatchObject({ driver_note: '', nobody_in: 'neighbour', swap_choice: 'ask' });
  });

  test('stay with a door that is only written otherwise, or told to another recipient', async () => {
    const { add, choose, wish, list, token, id } = await start();
    const home = await add();
    await choose(home);
    await wish(DOOR);
    const [{ street_address = '', city = '' } = {}] = await list();
    const written = { street_address: ` ${street_address.toUpperCase()},`, city: city.toLowerCase() };
    const changes = { ...written, postal_code: 'YO31 7EQ', phone: '07700 900142', recipient_name: 'Nell' };
    expect(await correct(token, home, changes)).toMatchObject({ postal_code: 'YO31 7EQ', ...DOOR });
    expect(await cartOf(token, id)).toMatchObject(DOOR);
  });

  test('are forgotten when their owner says so, in the cart that goes there too, and in no other address', async () => {
    const { add, choose, wish, list, token, id } = await start();
    const [home, work] = [await add(), await add()];
    await choose(work);
    await wish({ driver_note: 'Reception' });
    await choose(home);
    await wish(DOOR);
    const forget = (address: number) => shop.call('DELETE', `/api/user/profile/address/${address}/wishes/`, { token });
    const answer = await forget(home);
    expect([answer.status, answer.json()]).toEqual([200, (await list())[0]]);
    expect(await list()).toMatchObject([NOTHING, { driver_note: 'Reception' }]);
    expect(await cartOf(token, id)).toMatchObject({ driver_note: '', nobody_in: 'neighbour' });
    await forget(work);
    expect((await forget(work)).json()).toMatchObject(NOTHING);
    expect((await forget(2_147_483_647)).status).toBe(404);
  });

  test('of an order that is being paid for stay in it when the address forgets them', async () => {
    const { add, choose, wish, token, id } = await start();
    const home = await add();
    await choose(home);
    await wish(DOOR);
    await awaitPaymentOfCart(shop, id);
    const path = `/api/user/profile/address/${home}/wishes/`;
    expect((await shop.call('DELETE', path, { token })).json()).toMatchObject(NOTHING);
    expect(await cartOf(token, id)).toMatchObject({ driver_note: 'Blue door', nobody_in: 'porch' });
  });
});

const correct = async (token: string, address: number, body: object): Promise<SavedAddress> =>
  (await shop.call('PATCH', `/api/user/profile/address/${address}/`, { token, body })).json();
const cartOf = async (token: string, id: number): Promise<Order> =>
  (await shop.call('GET', `/api/user/orders/${id}/`, { token })).json();
