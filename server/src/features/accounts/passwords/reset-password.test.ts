import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { linkTo, logInAgain, PASSWORD, registerSomeone } from '#server/testing/people.ts';
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

const NEW = 'a new and longer one';
const requestReset = (email: unknown) => shop.call('POST', '/api/v1/auth/password/reset/', { body: { email } });
const lettersTo = (email: string) => shop.letters().filter(({ to }) => to === email);

async function linkFor(email: string): Promise<string> {
  expect((await requestReset(email)).status).toBe(200);
  return new URL(await linkTo(shop, email)).pathname;
}

function reset(path: string, changes: Record<string, unknown> = {}) {
  const [uid, token] = path.split('/').slice(4);
  return shop.call('POST', path, { body: { new_password1: NEW, new_password2: NEW, uid, token, ...changes } });
}

const logIn = async (email: string, password: string) =>
  (await shop.call('POST', '/api/user/login/', { body: { email, password } })).status;
const OLD_LINK = { token: ['This link has been used or is too old. Please ask for a new one.'] };

describe('POST /api/v1/auth/password/reset/', () => {
  test('answers a known and an unknown address alike, and writes to the known one alone', {
    tags: ['§7.17', 'G16', 'G21'],
  }, async () => {
    const { user } = await registerSomeone(shop, { email: 'Known@example.org' });
    const known = await requestReset('KNOWN@example.org');
    const unknown = await requestReset('unknown@example.org');
    expect([known.status, unknown.status, unknown.body]).toEqual([200, 200, known.body]);
    expect(known.json()).toEqual({ detail: 'If we know that address, a letter with a link is on its way to it.' });
    const plain = { date: 0, 'x-request-id': 0 };
    expect({ ...unknown.headers, ...plain }).toEqual({ ...known.headers, ...plain });
    await shop.doJobs();
    expect(lettersTo(user.email)).toHaveLength(2);
    expect(lettersTo('unknown@example.org')).toHaveLength(0);
  });

  test('does the same work in the request for both: one job, and no query for the address', {
    tags: 'G21',
  }, async () => {
    await registerSomeone(shop, { email: 'known2@example.org' });
    await requestReset('known2@example.org');
    const { rows } = await shop.deps.db.execute(
      sql`select 1 from password_resets join users on users.id = user_id where email_key = 'known2@example.org'`,
    );
    expect(rows).toHaveLength(0);
    await shop.doJobs();
  });

  test('floods nobody with letters, however the address is written', async () => {
    const writings = ['flood@example.org', 'FLOOD@example.org', 'flood+1@example.org', 'flood@example.org.'];
    const statuses = [];
    for (const writing of writings) statuses.push((await requestReset(writing)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test.each([
    ['nonsense', 'Enter a valid email address.'],
    ['', 'This field may not be blank.'],
    [undefined, 'This field is required.'],
  ])('names what is wrong with %j', async (email, message) =>
    expect((await requestReset(email)).json()).toEqual({ email: [message] }),
  );
});

describe('POST /password/reset/confirm/{uid}/{token}', () => {
  test('sets the password once, ends every session, confirms the address and tells the owner', {
    tags: '§7.18',
  }, async () => {
    const { access, refresh, user } = await registerSomeone(shop);
    const elsewhere = await logInAgain(shop, user.email, true);
    const path = await linkFor(user.email);
    const response = await reset(path);
    expect([response.status, response.json()]).toEqual([
      200,
      { detail: 'Password has been reset successfully.', device_mark: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    for (const token of [access, elsewhere.access]) {
      expect((await shop.call('GET', '/api/user/profile/', { token })).status).toBe(401);
    }
    for (const token of [refresh, elsewhere.refresh]) {
      expect((await shop.call('POST', '/auth/refresh/', { body: { refresh: token } })).status).toBe(401);
    }
    expect([await logIn(user.email, PASSWORD), await logIn(user.email, NEW)]).toEqual([401, 200]);
    const again = await reset(path);
    expect([again.status, again.json()]).toEqual([400, OLD_LINK]);
    await shop.doJobs();
    expect(lettersTo(user.email).at(-1)?.kind).toBe('password-changed');
    const [{ email_confirmed_at: confirmed } = {}] = (
      await shop.deps.db.execute(sql`select email_confirmed_at from users where id = ${user.id}`)
    ).rows;
    expect(confirmed).not.toBeNull();
  });

  test('works with a final slash too', async () => {
    const { user } = await registerSomeone(shop);
    const path = await linkFor(user.email);
    const [uid, token] = path.split('/').slice(4);
    const response = await reset(`${path}/`, { uid, token });
    expect(response.status).toBe(200);
  });

  test('of ten at once with one link, one sets the password', async () => {
    const { user } = await registerSomeone(shop);
    const path = await linkFor(user.email);
    const responses = await Promise.all(Array.from({ length: 10 }, () => reset(path)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
  });

  test('takes the newest link alone, for three hours', async () => {
    const { user } = await registerSomeone(shop);
    const old = await linkFor(user.email);
    const fresh = await linkFor(user.email);
    expect((await reset(old)).json()).toEqual(OLD_LINK);
    shop.setNow(new Date(TEST_NOW.getTime() + 3 * 3_600_000));
    expect((await reset(fresh)).json()).toEqual(OLD_LINK);
    shop.setNow(new Date(TEST_NOW.getTime() + 3 * 3_600_000 - 1));
    expect((await reset(fresh)).status).toBe(200);
  });

  test('does not work for another account', async () => {
    const [one, two] = [await registerSomeone(shop), await registerSomeone(shop)];
    const [first, second] = [await linkFor(one.user.email), await linkFor(two.user.email)];
    const crossed = [...first.split('/').slice(0, 5), second.split('/')[5]].join('/');
    expect((await reset(crossed)).json()).toEqual(OLD_LINK);
    expect(await logIn(one.user.email, PASSWORD)).toBe(200);
  });

  test('refuses with every message at once and leaves the link good', { tags: '§5.11' }, async () => {
    const { user } = await registerSomeone(shop);
    const path = await linkFor(user.email);
    expect((await reset(path, { new_password1: 'password', new_password2: 'other' })).json()).toEqual({
      new_password1: ['This password is too common.'],
      new_password2: ['Passwords do not match.'],
    });
    expect((await reset(path, { new_password1: 'short' })).json()).toMatchObject({
      new_password1: ['This must be at least 8 characters.'],
    });
    expect((await reset(path, { uid: 'MQ', token: 'other' })).status).toBe(400);
    expect((await reset(path)).status).toBe(200);
  });

  test('refuses made-up links with the same words', async () => {
    for (const path of [
      'MQ/x',
      'MQ/'.concat('x'.repeat(43)),
      'LTE/x',
      '%00/x',
      `${'M'.repeat(41)}/x`,
      'OTk5OTk5OTk5OTk5/x',
    ]) {
      const response = await shop.call('POST', `/password/reset/confirm/${path}`, {
        body: { new_password1: NEW, new_password2: NEW },
      });
      expect([path, response.status, response.json()]).toEqual([path, 400, OLD_LINK]);
    }
  });

  test('a login that was under way with the old password does not get in', async () => {
    const { user } = await registerSomeone(shop);
    const { db } = shop.deps;
    let login: Promise<number> | undefined;
    await db.transaction(async (tx) => {
      // The password is checked against the old row, and then the login waits behind us for the right to use it.
      await tx.execute(sql`select 1 from users where id = ${user.id} for update`);
      login = logIn(user.email, PASSWORD);
      await vi.waitFor(
        async () => {
          const { rows } = await db.execute(
            sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          expect(rows).toHaveLength(1);
        },
        { timeout: 60_000 },
      );
      await tx.execute(sql`update users set password_hash = '$argon2id$changed' where id = ${user.id}`);
    });
    expect(await login).toBe(401);
  });
});
