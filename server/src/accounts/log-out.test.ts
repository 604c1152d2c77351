import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { logInAgain, registerSomeone } from '../testing/people.ts';
import { openTestShop, TEST_NOW } from '../testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
});

const logOut = (options: { token?: string; body?: unknown }) => shop.call('POST', '/api/v1/auth/logout/', options);
const isSignedIn = async (token: string) => (await shop.call('GET', '/api/user/profile/', { token })).status === 200;
const canRefresh = async (refresh: string) =>
  (await shop.call('POST', '/auth/refresh/', { body: { refresh } })).status === 200;

describe('POST /api/v1/auth/logout/', () => {
  test('ends this session at once, and no other', async () => {
    const here = await registerSomeone(shop);
    const elsewhere = await logInAgain(shop, here.user.email);
    const response = await logOut({ token: here.access });
    expect([response.status, response.json()]).toEqual([200, { detail: 'You are logged out.' }]);
    expect([await isSignedIn(here.access), await canRefresh(here.refresh)]).toEqual([false, false]);
    expect([await isSignedIn(elsewhere.access), await canRefresh(elsewhere.refresh)]).toEqual([true, true]);
  });

  test('ends it by the refresh token when the access token has run out', async () => {
    const { access, refresh } = await registerSomeone(shop);
    shop.setNow(new Date(TEST_NOW.getTime() + 11 * 60_000));
    expect((await logOut({ token: access, body: { refresh } })).status).toBe(200);
    expect(await canRefresh(refresh)).toBe(false);
  });

  test('takes an empty body, an empty object and a form that names no token', async () => {
    for (const body of [undefined, {}, { other: 1 }]) {
      const { access } = await registerSomeone(shop);
      expect((await logOut({ token: access, body })).status).toBe(200);
      expect(await isSignedIn(access)).toBe(false);
    }
  });

  test('takes nothing at all that calls itself JSON', async () => {
    const { access } = await registerSomeone(shop);
    const headers = { 'content-type': 'application/json' };
    const response = await shop.call('POST', '/api/v1/auth/logout/', { token: access, headers, body: '' });
    expect(response.status).toBe(200);
  });

  test('refuses who is not signed in, or no longer', async () => {
    const { access } = await registerSomeone(shop);
    await logOut({ token: access });
    for (const options of [{}, { token: access }, { token: 'nonsense' }, { body: { refresh: 'x'.repeat(43) } }]) {
      expect((await logOut(options)).status).toBe(401);
    }
    expect((await logOut({ token: access, body: { refresh: 7 } })).json()).toEqual({ refresh: ['This must be text.'] });
  });
});
