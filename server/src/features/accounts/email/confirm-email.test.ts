import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { linkTo, registerSomeone } from '#server/testing/people.ts';
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

const confirm = (key: string, body: unknown = { key }) => shop.call('POST', `/account-confirm-email/${key}/`, { body });
const keyFor = async (email: string) => new URL(await linkTo(shop, email)).searchParams.get('q') as string;
const resend = (token: string) => shop.call('POST', '/api/user/profile/resend-confirmation/', { token });
const isConfirmed = async (token: string) =>
  (await shop.call('GET', '/api/user/profile/', { token })).json().email_confirmed;
const OLD = { detail: 'This link has been used or is too old.' };

describe('POST /account-confirm-email/{key}/', () => {
  test('confirms the address with the key from the letter, once', { tags: '§7.16' }, async () => {
    const { access, user } = await registerSomeone(shop);
    const key = await keyFor(user.email);
    const response = await confirm(key);
    expect([response.status, response.json()]).toEqual([200, { detail: 'Your email has been confirmed.' }]);
    expect(await isConfirmed(access)).toBe(true);
    const again = await confirm(key);
    expect([again.status, again.json()]).toEqual([404, OLD]);
  });

  test('twenty at once with one key confirm once', async () => {
    const { user } = await registerSomeone(shop);
    const key = await keyFor(user.email);
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(key)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(19);
  });

  test('confirming while the letter is sent again never deadlocks', async () => {
    for (let round = 0; round < 15; round++) {
      const { access, user } = await registerSomeone(shop);
      const key = await keyFor(user.email);
      const responses = await Promise.all([confirm(key), resend(access), confirm(key), resend(access)]);
      for (const { status } of responses) expect([200, 404]).toContain(status);
    }
  });

  test('takes the key for three days', async () => {
    const [one, two] = [await registerSomeone(shop), await registerSomeone(shop)];
    const [first, second] = [await keyFor(one.user.email), await keyFor(two.user.email)];
    const THREE_DAYS = 3 * 24 * 3_600_000;
    shop.setNow(new Date(TEST_NOW.getTime() + THREE_DAYS - 1));
    expect((await confirm(first)).status).toBe(200);
    shop.setNow(new Date(TEST_NOW.getTime() + THREE_DAYS));
    expect((await confirm(second)).status).toBe(404);
  });

  test('takes the newest key alone', async () => {
    const { access, user } = await registerSomeone(shop);
    const old = await keyFor(user.email);
    expect((await resend(access)).json()).toEqual({ detail: 'The letter is on its way again.' });
    const fresh = await keyFor(user.email);
    expect(fresh).not.toBe(old);
    expect((await confirm(old)).status).toBe(404);
    expect((await confirm(fresh)).status).toBe(200);
    expect((await resend(access)).json()).toEqual({ detail: 'Your email has been confirmed.' });
  });

  test('writes the letter again only so often', async () => {
    const { access } = await registerSomeone(shop);
    const statuses = [];
    for (let times = 0; times < 4; times++) statuses.push((await resend(access)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('keeps the key as a hash, and the letter sealed until it has left and emptied after', async () => {
    const { user } = await registerSomeone(shop);
    const findStored = () =>
      shop.deps.db.execute<{ sealed: Buffer | null }>(sql`select sealed from letters where user_id = ${user.id}`);
    const sealed = (await findStored()).rows[0]?.sealed;
    const key = await keyFor(user.email);
    expect(sealed?.length).toBeGreaterThan(100);
    expect(sealed?.includes(key) || sealed?.includes(user.email)).toBe(false);
    expect((await findStored()).rows).toEqual([{ sealed: null }]);
    const { rows } = await shop.deps.db.execute<{ row: string }>(
      sql`select to_jsonb(confirmation_keys)::text as row from confirmation_keys`,
    );
    expect(rows.some(({ row }) => row.includes(key))).toBe(false);
  });

  test('links to the shop as it was set up, whatever headers say', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    };
    const { email } = { email: 'host@example.org' };
    await shop.call('POST', '/api/user/register/', {
      headers,
      body: {
        username: 'host',
        email,
        password1: 'long enough',
        password2: 'long enough',
        first_name: 'A',
        last_name: 'B',
      },
    });
    expect(await linkTo(shop, email)).toMatch(/^https:\/\/shop\.example\/account-confirm-email\?q=[\w-]{43}$/);
    expect(shop.letters().some(({ text, html }) => `${text}${html}`.includes('evil.example'))).toBe(false);
  });

  test('refuses made-up keys, and a body that names another', async () => {
    for (const key of ['x', 'x'.repeat(43), '%00', '..%2f..', "'%20or%201=1"]) {
      expect((await confirm(key, {})).status).toBe(404);
    }
    expect((await confirm('x'.repeat(201))).status).toBe(404);
    expect((await confirm('one', { key: 'two' })).json()).toEqual({ key: ['This is not the key of the address.'] });
    expect((await shop.call('POST', `/account-confirm-email/${'x'.repeat(43)}/`)).status).toBe(404);
  });
});
