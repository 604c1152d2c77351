import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { ADDRESS, fillCart, productId } from '#server/testing/carts.ts';
import { PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

test('logging in answers with access, refresh, user and a mark for the device, and nothing beside them', {
  tags: ['§7.14', 'G19'],
}, async () => {
  const { user } = await registerSomeone(shop);
  const response = await shop.call('POST', '/api/user/login/', { body: { email: user.email, password: PASSWORD } });
  expect([response.status, response.json()]).toEqual([
    200,
    {
      access: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh: expect.stringMatching(/^[\w-]{43}$/),
      user,
      device_mark: expect.stringMatching(/^[\w-]{43}$/),
    },
  ]);
  expect(user).toMatchObject({
    id: expect.any(Number),
    username: expect.any(String),
    email: expect.any(String),
    first_name: 'Ada',
    last_name: 'Lovelace',
    email_confirmed: false,
  });
});

test('one person has one pending order, and the database itself refuses a second', { tags: '§4.1' }, async () => {
  const someone = await registerSomeone(shop);
  const cart = await fillCart(shop, someone, [{ product: await productId(shop, 'Tearoom') }]);
  const second = shop.deps.db.execute(sql`
    with number as (insert into order_numbers (merged_into_id) values (null) returning id)
    insert into carts (id, user_id, created_at) select number.id, user_id, now() from carts, number where carts.id = ${cart.id}`);
  const UNIQUE = '23505';
  await expect(second).rejects.toMatchObject({ cause: { code: UNIQUE } });
});

test('what is too large is 413 and what is no JSON 415, in words, and neither changes anything', {
  tags: 'G25',
}, async () => {
  const { access: token } = await registerSomeone(shop);
  const path = '/api/user/profile/address/';
  const send = (body: string, type: string) =>
    shop.call('POST', path, { token, body, headers: { 'content-type': type } });
  const large = await send(JSON.stringify({ ...ADDRESS, phone: 'x'.repeat(2_000_000) }), 'application/json');
  expect([large.status, large.json()]).toEqual([413, { detail: 'That is too large.' }]);
  for (const type of ['text/xml', 'text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded', '']) {
    for (const body of ['city=London', JSON.stringify(ADDRESS)]) {
      const strange = await send(body, type);
      expect([type, strange.status, strange.json()]).toEqual([type, 415, { detail: 'We only take JSON here.' }]);
    }
  }
  expect((await shop.call('GET', path, { token })).json()).toEqual([]);
});
