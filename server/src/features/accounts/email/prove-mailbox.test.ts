import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { ADDRESS, addAddressFor, fillCart, productId } from '#server/testing/carts.ts';
import { mailedTo } from '#server/testing/mailed-codes.ts';
import { fillForm, linkTo, PASSWORD } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const STRANGER = { 'x-forwarded-for': '192.0.2.1' };
const OWNER = { 'x-forwarded-for': '198.51.100.1' };

/** Somebody registers an address, with a password, an address, a cart and a note. */
async function register(body: object = fillForm()): Promise<Registered> {
  const path = 'password1' in body ? '/api/user/register/' : '/api/user/continue-with-email/';
  const person: Registered = (await shop.call('POST', path, { body, headers: STRANGER })).json();
  const address = await addAddressFor(shop, person);
  const cart = await fillCart(shop, person, [{ product: await productId(shop, 'Tearoom') }]);
  const patch = (what: string, change: object) =>
    shop.call('PATCH', `/api/user/orders/${cart.id}/${what}/`, { token: person.access, body: change });
  await patch('update-text', { text: 'From a stranger' });
  await patch('update-shipping-address', { shipping_address: address.id });
  return person;
}

/** The owner of the mailbox asks for a code and types it. */
async function enter(email: string, more: object = {}): Promise<Registered> {
  const { ticket } = (
    await shop.call('POST', '/api/user/continue-with-email/', { body: { email, ...more }, headers: OWNER })
  ).json();
  const { code } = await mailedTo(shop, email);
  const answer = await shop.call('POST', '/api/user/login-code/use/', {
    body: { ticket, code, ...more },
    headers: OWNER,
  });
  expect(answer.status, answer.body).toBe(200);
  return answer.json();
}

const read = async (path: string, token: string) => (await shop.call('GET', path, { token })).json();
const isSignedIn = async ({ access }: Registered) =>
  (await shop.call('GET', '/api/user/profile/', { token: access })).status === 200;
const canLogIn = async (email: string) =>
  (await shop.call('POST', '/api/user/login/', { body: { email, password: PASSWORD }, headers: STRANGER })).status ===
  200;
const confirm = async (email: string, token?: string) => {
  const key = new URL(await linkTo(shop, email)).searchParams.get('q');
  const answer = await shop.call('POST', `/account-confirm-email/${key}/`, {
    body: { key },
    ...(token !== undefined && { token }),
  });
  expect(answer.status).toBe(200);
};

describe('An address that a stranger registered first', () => {
  test.each([
    ['with a password', () => fillForm()],
    ['with the address alone', () => ({ email: fillForm().email })],
  ])('%s: all of it loses its power when the owner of the mailbox comes in', async (_how, form) => {
    const stranger = await register(form());
    const { email } = stranger.user;
    const owner = await enter(email);
    expect(owner.user).toMatchObject({ id: stranger.user.id, email_confirmed: true });
    expect(await isSignedIn(stranger)).toBe(false);
    const refreshed = await shop.call('POST', '/auth/refresh/', { body: { refresh: stranger.refresh } });
    expect(refreshed.status).toBe(401);
    expect(await canLogIn(email)).toBe(false);
    expect(await read('/api/user/profile/', owner.access)).toMatchObject({
      has_password: false,
      first_name: '',
      last_name: '',
      username: expect.stringMatching(/^guest-/),
    });
    expect(owner.user.username).not.toBe(stranger.user.username);
    expect(await read('/api/user/profile/address/', owner.access)).toEqual([]);
    const [cart] = await read('/api/user/orders/', owner.access);
    expect(cart).toMatchObject({ text: '', shipping_address: null, order_items: [{ quantity: 1 }] });
  });

  test('the stranger cannot come back by the link for a new address that was asked for before', async () => {
    const stranger = await register();
    const mine = fillForm().email;
    await shop.call('POST', '/api/user/profile/email/', {
      token: stranger.access,
      body: { email: mine, password: PASSWORD },
    });
    const key = new URL(await linkTo(shop, mine)).searchParams.get('q');
    const owner = await enter(stranger.user.email);
    expect((await shop.call('POST', `/account-confirm-email/${key}/`, { body: { key } })).status).toBe(404);
    expect(await read('/api/user/profile/', owner.access)).toMatchObject({ email: stranger.user.email });
  });

  test('nor by its password, if the owner confirmed the address from the letter elsewhere', async () => {
    const stranger = await register();
    await confirm(stranger.user.email);
    await enter(stranger.user.email);
    expect([await isSignedIn(stranger), await canLogIn(stranger.user.email)]).toEqual([false, false]);
  });

  test('nor if the address came to the account of the stranger by a link that the owner pressed', async () => {
    const stranger = await register();
    await confirm(stranger.user.email, stranger.access);
    const { email } = fillForm();
    await shop.call('POST', '/api/user/profile/email/', {
      token: stranger.access,
      body: { email, password: PASSWORD },
    });
    await confirm(email);
    await enter(email);
    expect([await isSignedIn(stranger), await canLogIn(email)]).toEqual([false, false]);
  });

  test('the owner is told by letter that a password has ended', async () => {
    const { user } = await register();
    await enter(user.email);
    await shop.doJobs();
    const [code, ended] = shop
      .letters()
      .filter(({ to }) => to === user.email)
      .slice(-2);
    expect(code?.subject).toMatch(/is your code$/);
    expect(ended?.text).toContain('its password has ended');
    for (const letter of [code, ended]) expect(letter?.text, 'a name of a stranger').not.toContain(user.first_name);
  });

  test('a new password by letter takes it back the same way', async () => {
    const stranger = await register();
    const { email } = stranger.user;
    await shop.call('POST', '/api/v1/auth/password/reset/', { body: { email }, headers: OWNER });
    const path = new URL(await linkTo(shop, email)).pathname;
    const body = { new_password1: 'a new and longer one', new_password2: 'a new and longer one' };
    expect((await shop.call('POST', path, { body, headers: OWNER })).status).toBe(200);
    const owner = await enter(email);
    expect(await read('/api/user/profile/', owner.access)).toMatchObject({ has_password: true, first_name: '' });
    expect(await read('/api/user/profile/address/', owner.access)).toEqual([]);
  });
});

describe('Somebody who registered an address of their own', () => {
  test('and confirmed it in the same browser keeps password and sessions when a code is used', async () => {
    const person = await register();
    await confirm(person.user.email, person.access);
    await enter(person.user.email);
    expect([await isSignedIn(person), await canLogIn(person.user.email)]).toEqual([true, true]);
  });

  test('and comes back to the same device keeps names, addresses and note', async () => {
    const person = await register({ email: fillForm().email });
    const names = { first_name: 'Ada', last_name: 'Lovelace', username: `the-owner-${person.user.id}` };
    await shop.call('PATCH', '/api/user/profile/', { token: person.access, body: names });
    const back = await enter(person.user.email, { device_mark: person.device_mark });
    expect(back.user).toMatchObject(names);
    expect(await read('/api/user/profile/address/', back.access)).toMatchObject([ADDRESS]);
    expect(await read('/api/user/orders/', back.access)).toMatchObject([{ text: 'From a stranger' }]);
  });

  test('loses nothing by the second code', async () => {
    const { user } = await register();
    const once = await enter(user.email);
    await addAddressFor(shop, once);
    const twice = await enter(user.email);
    expect(await isSignedIn(once)).toBe(true);
    expect(await read('/api/user/profile/address/', twice.access)).toHaveLength(1);
  });
});
