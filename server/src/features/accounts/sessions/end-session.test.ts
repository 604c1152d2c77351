import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { logInAgain, PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const PATH = '/api/user/profile/sessions/';
const list = async (token: string): Promise<Session[]> => (await shop.call('GET', PATH, { token })).json();
const end = (token: string, id: string) => shop.call('DELETE', `${PATH}${id}/`, { token });
const endOthers = (token: string) => shop.call('DELETE', PATH, { token });
const isSignedIn = async (token: string) => (await shop.call('GET', '/api/user/profile/', { token })).status === 200;
const canRefresh = async (refresh: string) =>
  (await shop.call('POST', '/auth/refresh/', { body: { refresh } })).status === 200;
const thisOne = async (token: string) => (await list(token)).find(({ is_this_one }) => is_this_one)?.id ?? '';

describe('GET /api/user/profile/sessions/', () => {
  test('tells where one is signed in, the last used first, and which of them asks', async () => {
    const here = await registerSomeone(shop);
    shop.setNow(new Date(TEST_NOW.getTime() + 60_000));
    const phone = await shop.call('POST', '/api/user/login/', {
      body: { email: here.user.email, password: PASSWORD },
      headers: { 'user-agent': 'A telephone' },
    });
    await registerSomeone(shop);
    const signedIn = { signed_in_at: '2026-11-16T09:46:00.000Z', last_used_at: '2026-11-16T09:46:00.000Z' };
    const later = { signed_in_at: '2026-11-16T09:47:00.000Z', last_used_at: '2026-11-16T09:47:00.000Z' };
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(await list(here.access)).toEqual([
      { id, device: 'A telephone', ...later, is_this_one: false },
      { id, device: 'lightMyRequest', ...signedIn, is_this_one: true },
    ]);
    shop.setNow(new Date(TEST_NOW.getTime() + 120_000));
    await shop.call('POST', '/auth/refresh/', { body: { refresh: here.refresh } });
    expect(await list(phone.json().access)).toEqual([
      { id, device: 'lightMyRequest', ...signedIn, last_used_at: '2026-11-16T09:48:00.000Z', is_this_one: false },
      { id, device: 'A telephone', ...later, is_this_one: true },
    ]);
  });

  test('leaves out those that have run out', async () => {
    const { user } = await registerSomeone(shop);
    shop.setNow(new Date(TEST_NOW.getTime() + 12 * 3_600_000));
    const { access } = await logInAgain(shop, user.email);
    expect(await list(access)).toHaveLength(1);
  });
});

describe('DELETE /api/user/profile/sessions/:sessionId/', () => {
  test('signs that device out at once, and no other', async () => {
    const here = await registerSomeone(shop);
    const [lost, kept] = [await logInAgain(shop, here.user.email, true), await logInAgain(shop, here.user.email)];
    const response = await end(here.access, await thisOne(lost.access));
    expect([response.status, response.body]).toEqual([204, '']);
    expect([await isSignedIn(lost.access), await canRefresh(lost.refresh)]).toEqual([false, false]);
    expect([await isSignedIn(here.access), await isSignedIn(kept.access)]).toEqual([true, true]);
    expect(await list(here.access)).toHaveLength(2);
  });

  test('is logging out when it is the one that asks', async () => {
    const { access, refresh } = await registerSomeone(shop);
    expect((await end(access, await thisOne(access))).status).toBe(204);
    expect([await isSignedIn(access), await canRefresh(refresh)]).toEqual([false, false]);
  });

  test("finds neither another's nor one that never was, and ends nothing", async () => {
    const [one, other] = [await registerSomeone(shop), await registerSomeone(shop)];
    for (const id of [await thisOne(other.access), randomUUID(), 'x', '1', '%00', "'%20or%20''='"]) {
      const response = await end(one.access, id);
      expect([id, response.status, response.json()]).toEqual([id, 404, { detail: 'Not found.' }]);
    }
    expect([await isSignedIn(one.access), await isSignedIn(other.access)]).toEqual([true, true]);
  });
});

describe('DELETE /api/user/profile/sessions/', () => {
  test('signs every device out but this one, and nobody else', async () => {
    const here = await registerSomeone(shop);
    const elsewhere = await Promise.all([1, 2, 3].map(() => logInAgain(shop, here.user.email, true)));
    const stranger = await registerSomeone(shop);
    const response = await endOthers(here.access);
    expect([response.status, response.body]).toEqual([204, '']);
    for (const { access, refresh } of elsewhere) {
      expect([await isSignedIn(access), await canRefresh(refresh)]).toEqual([false, false]);
    }
    expect([await isSignedIn(here.access), await canRefresh(here.refresh)]).toEqual([true, true]);
    expect(await isSignedIn(stranger.access)).toBe(true);
    expect((await endOthers(here.access)).status).toBe(204);
  });

  test('two devices that sign each other out at once do not deadlock, and one of them at least is signed out', async () => {
    for (let round = 0; round < 10; round++) {
      const here = await registerSomeone(shop);
      const there = await logInAgain(shop, here.user.email);
      const responses = await Promise.all([endOthers(here.access), endOthers(there.access)]);
      for (const { status } of responses) expect([204, 401]).toContain(status);
      expect([await isSignedIn(here.access), await isSignedIn(there.access)]).toContain(false);
      await shop.deps.db.execute(sql`delete from throttles`);
    }
  });
});
