import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { linkTo, logInAgain, PASSWORD, registerSomeone } from '#server/testing/people.ts';
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

const NEW = 'a new and longer one';
const FORM = { password: PASSWORD, new_password1: NEW, new_password2: NEW };
const change = (token: string, changes: object = {}) =>
  shop.call('POST', '/api/user/profile/password/', { token, body: { ...FORM, ...changes } });
const isSignedIn = async (token: string) => (await shop.call('GET', '/api/user/profile/', { token })).status === 200;
const canRefresh = async (refresh: string) =>
  (await shop.call('POST', '/auth/refresh/', { body: { refresh } })).status === 200;
const logIn = async (email: string, password: string) =>
  (await shop.call('POST', '/api/user/login/', { body: { email, password } })).status;

describe('POST /api/user/profile/password/', () => {
  test('sets the new password, ends every other session and tells the owner', async () => {
    const { access, refresh, user } = await registerSomeone(shop);
    const elsewhere = await logInAgain(shop, user.email, true);
    const stranger = await registerSomeone(shop);
    const response = await change(access);
    expect([response.status, response.json()]).toEqual([200, { detail: 'Your password has been changed.' }]);
    expect([await isSignedIn(access), await canRefresh(refresh)]).toEqual([true, true]);
    expect([await isSignedIn(elsewhere.access), await canRefresh(elsewhere.refresh)]).toEqual([false, false]);
    expect(await isSignedIn(stranger.access)).toBe(true);
    expect([await logIn(user.email, PASSWORD), await logIn(user.email, NEW)]).toEqual([401, 200]);
    expect(await logIn(stranger.user.email, PASSWORD)).toBe(200);
    await shop.doJobs();
    expect(shop.letters().at(-1)).toMatchObject({ kind: 'password-changed', to: user.email });
  });

  test('leaves the letter that confirms the address good', async () => {
    const { access, user } = await registerSomeone(shop);
    const key = new URL(await linkTo(shop, user.email)).searchParams.get('q');
    await change(access);
    expect((await shop.call('POST', `/account-confirm-email/${key}/`)).status).toBe(200);
  });

  test('refuses a wrong password, and not for ever', async () => {
    const { access, user } = await registerSomeone(shop);
    for (let tries = 0; tries < 5; tries++) {
      const response = await change(access, { password: 'wrong one' });
      expect([response.status, response.json()]).toEqual([400, { password: ['Incorrect password.'] }]);
    }
    expect((await change(access)).status).toBe(429);
    await shop.deps.db.execute(sql`delete from throttles`);
    expect([await logIn(user.email, PASSWORD), await logIn(user.email, NEW)]).toEqual([200, 401]);
  });

  test('says everything that is wrong with the new one, and changes nothing', async () => {
    const { access, user } = await registerSomeone(shop);
    const elsewhere = await logInAgain(shop, user.email);
    for (const [changes, fields] of [
      [
        { new_password1: 'password', new_password2: 'other' },
        { new_password1: ['This password is too common.'], new_password2: ['Passwords do not match.'] },
      ],
      [
        { new_password1: user.email, new_password2: user.email },
        { new_password1: ['This is too close to your name or email address.'] },
      ],
      [
        { password: undefined, new_password1: 'short', new_password2: '' },
        {
          password: ['This field is required.'],
          new_password1: ['This must be at least 8 characters.'],
          new_password2: ['This field may not be blank.'],
        },
      ],
    ]) {
      const response = await change(access, changes);
      expect([response.status, response.json()]).toEqual([400, fields]);
    }
    expect([await isSignedIn(elsewhere.access), await logIn(user.email, PASSWORD)]).toEqual([true, 200]);
  });

  test('of ten at once one sets the password', async () => {
    const { access, user } = await registerSomeone(shop);
    const wanted = Array.from({ length: 10 }, (_, at) => `${NEW} ${at}`);
    const responses = await Promise.all(
      wanted.map((password) => change(access, { new_password1: password, new_password2: password })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const set = wanted[responses.findIndex(({ status }) => status === 200)] as string;
    for (const { status } of responses) expect([200, 400, 429]).toContain(status);
    await shop.deps.db.execute(sql`delete from throttles`);
    expect(await logIn(user.email, set)).toBe(200);
  });

  test('a link to set another that was asked for before works no more', async () => {
    const { access, user } = await registerSomeone(shop);
    await shop.call('POST', '/api/v1/auth/password/reset/', { body: { email: user.email } });
    const link = new URL(await linkTo(shop, user.email)).pathname;
    await change(access);
    const body = { new_password1: 'of the thief', new_password2: 'of the thief' };
    expect((await shop.call('POST', link, { body })).status).toBe(400);
    expect(await logIn(user.email, NEW)).toBe(200);
  });
});
