import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
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

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const later = (ms: number) => shop.setNow(new Date(shop.deps.clock.now().getTime() + ms));
const refresh = (token: unknown) => shop.call('POST', '/auth/refresh/', { body: { refresh: token } });
const profile = (token: string) => shop.call('GET', '/api/user/profile/', { token });
const ENDED = { detail: 'Your session has ended. Please log in again.' };

describe('POST /auth/refresh/', () => {
  test('gives new tokens, and the access token of before ends by itself after ten minutes', {
    tags: ['§7.21', 'G13'],
  }, async () => {
    const first = await registerSomeone(shop);
    later(599 * SECOND);
    expect((await profile(first.access)).status).toBe(200);
    later(1 * SECOND);
    expect((await profile(first.access)).status).toBe(401);
    const response = await refresh(first.refresh);
    expect(response.status).toBe(200);
    expect(response.json()).toEqual({ access: expect.any(String), refresh: expect.stringMatching(/^[\w-]{43}$/) });
    expect(response.json().refresh).not.toBe(first.refresh);
    expect((await profile(response.json().access)).json()).toEqual({
      ...first.user,
      new_email: null,
      has_password: true,
    });
  });

  test('twenty tabs that refresh at once get the same successor, and nobody is signed out', {
    tags: 'G13',
  }, async () => {
    const first = await registerSomeone(shop);
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map((response) => response.json().refresh)).size).toBe(1);
    later(30 * SECOND);
    expect((await refresh(first.refresh)).json().refresh).toBe(responses[0]?.json().refresh);
    expect((await refresh(responses[0]?.json().refresh)).status).toBe(200);
  });

  test('an old token that comes back after the grace ends the session on every tab, and no other session', {
    tags: 'G13',
  }, async () => {
    const first = await registerSomeone(shop);
    const elsewhere = await logInAgain(shop, first.user.email);
    const second = (await refresh(first.refresh)).json();
    later(31 * SECOND);
    const third = (await refresh(second.refresh)).json();
    const stolen = await refresh(first.refresh);
    expect([stolen.status, stolen.json()]).toEqual([401, ENDED]);
    for (const token of [first, second, third]) {
      expect((await refresh(token.refresh)).status).toBe(401);
      expect((await profile(token.access)).status).toBe(401);
    }
    expect((await refresh(elsewhere.refresh)).status).toBe(200);
  });

  test.each([
    [false, 12 * HOUR],
    [true, 30 * 24 * HOUR],
  ])(
    'a session (remembered: %s) ends when it was not used for its time, and goes on while it is',
    { tags: 'D6' },
    async (remember, idle) => {
      const { user } = await registerSomeone(shop);
      const first = await logInAgain(shop, user.email, remember);
      later(idle - SECOND);
      const second = await refresh(first.refresh);
      expect(second.status).toBe(200);
      later(idle - SECOND);
      const third = await refresh(second.json().refresh);
      expect(third.status).toBe(200);
      later(idle);
      expect((await refresh(third.json().refresh)).status).toBe(401);
    },
  );

  test('even a session in daily use ends some day', async () => {
    let { refresh: token } = await registerSomeone(shop);
    let days = 0;
    for (; days < 30; days += 0.5) {
      const response = await refresh(token);
      if (response.status !== 200) break;
      token = response.json().refresh;
      later(12 * HOUR - SECOND);
    }
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThan(8);
  });

  test('refuses an access token, a made-up token and what is no token', async () => {
    const { access } = await registerSomeone(shop);
    for (const token of [access, 'x'.repeat(43), '', '\0']) expect((await refresh(token)).status).toBe(401);
    for (const token of [undefined, null, 7, {}, 'x'.repeat(1_001)]) expect((await refresh(token)).status).toBe(400);
  });

  test('keeps tokens as hashes only', async () => {
    const first = await registerSomeone(shop);
    const { rows } = await shop.deps.db.execute<{ hash: Buffer }>(sql`select hash from refresh_tokens`);
    const raw = Buffer.from(first.refresh, 'base64url');
    expect(rows.some(({ hash }) => hash.equals(raw) || hash.toString() === first.refresh)).toBe(false);
    expect(rows.every(({ hash }) => hash.length === 32)).toBe(true);
  });
});
