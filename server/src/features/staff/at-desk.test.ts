import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eq } from '#server/platform/database/drizzle.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { staff, staffSessions } from './table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const me = (headers: Record<string, string>) => shop.call('GET', '/api/desk/me/', { headers });
const signOut = (headers: Record<string, string>) => shop.call('POST', '/api/desk/sign-out/', { headers });

describe('a session at the desk', () => {
  test('shows who is signed in, for nobody to keep', async () => {
    const hana = await employ(shop, ['owner', 'driver']);
    const response = await me(hana.headers);
    expect([response.status, response.headers['cache-control'], response.headers.vary]).toEqual([
      200,
      'no-store',
      'Cookie',
    ]);
    expect(response.json()).toEqual({
      id: hana.id,
      name: hana.name,
      email: hana.email,
      roles: ['owner', 'driver'],
      has_passkey: false,
      opened_by: 'passkey',
    });
  });

  test('is not opened by the token of a customer, nor is an account by the cookie', async () => {
    const hana = await employ(shop);
    const { access } = await registerSomeone(shop);
    const asCustomer = await shop.call('GET', '/api/desk/me/', { token: access });
    expect([asCustomer.status, asCustomer.json()]).toEqual([401, { detail: 'Please sign in at the desk.' }]);
    expect((await shop.call('GET', '/api/user/profile/', { headers: hana.headers })).status).toBe(401);
  });

  test('ends after twelve hours without use, and lasts as long as it is used', async () => {
    const { headers } = await employ(shop);
    const hour = 60 * 60_000;
    shop.setNow(new Date(TEST_NOW.getTime() + 11 * hour));
    expect((await me(headers)).status).toBe(200);
    shop.setNow(new Date(TEST_NOW.getTime() + 22 * hour));
    expect((await me(headers)).status).toBe(200);
    shop.setNow(new Date(TEST_NOW.getTime() + 35 * hour));
    expect((await me(headers)).status).toBe(401);
    shop.setNow(TEST_NOW);
  });

  test('ends when the person no longer works here', async () => {
    const { id, headers } = await employ(shop);
    await shop.deps.db.update(staff).set({ disabledAt: TEST_NOW }).where(eq(staff.id, id));
    expect((await me(headers)).status).toBe(401);
  });

  test('ends when one signs out, and the cookie goes', async () => {
    const { id, headers } = await employ(shop);
    const response = await signOut(headers);
    expect([response.status, response.headers['set-cookie']]).toEqual([
      204,
      '__Host-desk=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    ]);
    expect(await shop.deps.db.select().from(staffSessions).where(eq(staffSessions.staffId, id))).toEqual([]);
    expect((await me(headers)).status).toBe(401);
  });
});

describe('a write', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a site whose name begins like ours', { origin: 'https://shop.example.evil.example' }],
    ['the same host without https', { origin: 'http://shop.example' }],
    ['the same host at another port', { origin: 'https://shop.example:8443' }],
    ['nobody says', { origin: '' }],
    ['a page without an origin', { origin: 'null' }],
    ['the host that was called, without https', { origin: 'http://localhost', host: 'localhost' }],
  ])('from %s is refused, and the session stays', async (_, changed) => {
    const { headers } = await employ(shop);
    const response = await signOut({ ...headers, host: 'shop.example', ...changed });
    expect([response.status, response.json()]).toEqual([403, { detail: 'Only a page of the desk may do that.' }]);
    expect((await me(headers)).status).toBe(200);
  });
});
