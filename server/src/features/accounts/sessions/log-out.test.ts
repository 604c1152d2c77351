import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { logInAgain, registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
});

const LOGOUT = '/api/v1/auth/logout/';
const logOut = (options: { token?: string; body?: unknown }) => shop.call('POST', LOGOUT, options);
const isSignedIn = async (token: string) => (await shop.call('GET', '/api/user/profile/', { token })).status === 200;
const canRefresh = async (refresh: string) =>
  (await shop.call('POST', '/auth/refresh/', { body: { refresh } })).status === 200;

describe('POST /api/v1/auth/logout/', () => {
  test('ends this session at once, and no other', { tags: 'D2' }, async () => {
    const here = await registerSomeone(shop);
    const elsewhere = await logInAgain(shop, here.user.email);
    const response = await logOut({ token: here.access });
    expect([response.status, response.json()]).toEqual([200, { detail: 'You are logged out.' }]);
    expect([await isSignedIn(here.access), await canRefresh(here.refresh)]).toEqual([false, false]);
    expect([await isSignedIn(elsewhere.access), await canRefresh(elsewhere.refresh)]).toEqual([true, true]);
  });

  test('ends it by an access token that has run out', async () => {
    const { access, refresh } = await registerSomeone(shop);
    shop.setNow(new Date(TEST_NOW.getTime() + 11 * 60_000));
    expect((await logOut({ token: access })).status).toBe(200);
    expect(await canRefresh(refresh)).toBe(false);
  });

  test('ends it by the refresh token, where a browser has no other', async () => {
    const { refresh } = await registerSomeone(shop);
    expect((await logOut({ token: refresh })).status).toBe(200);
    expect(await canRefresh(refresh)).toBe(false);
  });

  test.each([
    ['nothing', {}],
    ['nothing at all that calls itself JSON', { headers: { 'content-type': 'application/json' }, body: '' }],
    // What a browser adds to an empty text.
    ['an empty text', { headers: { 'content-type': 'text/plain;charset=UTF-8', 'content-length': '0' }, body: '' }],
    ['an empty object', { body: {} }],
    ['what the pages of an older version sent', { body: { refresh: 'x'.repeat(43) } }],
  ])('takes an empty body: %s', { tags: '§7.20' }, async (_what, options) => {
    const { access } = await registerSomeone(shop);
    expect((await shop.call('POST', LOGOUT, { token: access, ...options })).status).toBe(200);
    expect(await isSignedIn(access)).toBe(false);
  });

  test('refuses who is not signed in, or no longer', async () => {
    const { access, refresh } = await registerSomeone(shop);
    await logOut({ token: access });
    const ended = { body: { refresh } };
    for (const options of [{}, { token: access }, { token: refresh }, { token: 'nonsense' }, ended]) {
      expect((await logOut(options)).status).toBe(401);
    }
  });
});
