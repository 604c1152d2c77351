import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { sql } from '../database/drizzle.ts';
import { mailedTo, notThe } from '../testing/mailed-codes.ts';
import { fillForm, PASSWORD } from '../testing/people.ts';
import { openTestShop, TEST_NOW } from '../testing/test-shop.ts';

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

/** Someone who has registered with the address alone. */
const newcomer = async (email = fillForm().email): Promise<Registered> =>
  (await shop.call('POST', '/api/user/continue-with-email/', { body: { email } })).json();
const post = ({ access }: Pick<Registered, 'access'>, what: string, body?: object) =>
  shop.call('POST', `/api/user/profile/${what}/`, { token: access, ...(body && { body }) });
async function codeFor(person: Registered): Promise<string> {
  expect((await post(person, 'code')).status).toBe(200);
  return (await mailedTo(shop, person.user.email)).code;
}
const NEW = { password: '', new_password1: PASSWORD, new_password2: PASSWORD };
const canLogIn = async ({ user: { email } }: Registered) =>
  (await shop.call('POST', '/api/user/login/', { body: { email, password: PASSWORD } })).status === 200;

describe('An account without a password', () => {
  test('gets a first one with a code, which confirms the address and cannot be used again', async () => {
    const person = await newcomer();
    const code = await codeFor(person);
    expect((await post(person, 'password', { ...NEW, code })).json()).toEqual({
      detail: 'Your password has been changed.',
    });
    const profile = await shop.call('GET', '/api/user/profile/', { token: person.access });
    expect(profile.json()).toMatchObject({ has_password: true, email_confirmed: true });
    expect(await canLogIn(person)).toBe(true);
    const again = await post(person, 'password', { ...NEW, code });
    expect([again.status, again.json()]).toEqual([400, { password: ['Incorrect password.'] }]);
  });

  test('a new password that is refused does not use the code up', async () => {
    const person = await newcomer();
    const code = await codeFor(person);
    const weak = await post(person, 'password', {
      ...NEW,
      new_password1: 'password1',
      new_password2: 'password1',
      code,
    });
    expect([weak.status, Object.keys(weak.json())]).toEqual([400, ['new_password1']]);
    expect((await post(person, 'password', { ...NEW, code })).status).toBe(200);
  });

  test('is changed by nobody without the code: neither an empty password nor a wrong code will do', async () => {
    const person = await newcomer();
    const code = await codeFor(person);
    const none = await post(person, 'password', NEW);
    expect([none.status, none.json()]).toEqual([400, { code: ['This field is required.'] }]);
    const wrong = await post(person, 'delete', { password: '', code: notThe(code) });
    expect(wrong.json()).toEqual({ code: ['That is not the code. You have 4 tries left.'] });
    const email = await post(person, 'email', { password: PASSWORD, email: fillForm().email });
    expect(email.status).toBe(400);
  });

  test('a code of one session is of no use in another, nor for logging in', async () => {
    const person = await newcomer();
    const { ticket } = (
      await shop.call('POST', '/api/user/login-code/', { body: { email: person.user.email } })
    ).json();
    const { code } = await mailedTo(shop, person.user.email);
    const other: Registered = (await shop.call('POST', '/api/user/login-code/use/', { body: { ticket, code } })).json();
    const own = await codeFor(other);
    const answer = await shop.call('POST', '/api/user/login-code/use/', { body: { ticket, code: own } });
    expect(answer.status).toBe(400);
    const ended = await post(person, 'password', { ...NEW, code: own });
    expect(ended.status).toBe(401);
  });

  test('ten minutes, five tries, five letters an hour', async () => {
    const person = await newcomer();
    const code = await codeFor(person);
    shop.setNow(new Date(TEST_NOW.getTime() + 10 * 60_000 - 1));
    for (let time = 0; time < 5; time++) await post(person, 'delete', { password: '', code: notThe(code) });
    expect((await post(person, 'delete', { password: '', code })).status).toBeGreaterThanOrEqual(400);
    const statuses = [];
    for (let time = 0; time < 6; time++) statuses.push((await post(person, 'code')).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('leaves, with a code', async () => {
    const person = await newcomer();
    const code = await codeFor(person);
    expect((await post(person, 'delete', { password: '', code })).status).toBe(200);
    expect((await shop.call('GET', '/api/user/profile/', { token: person.access })).status).toBe(401);
  });
});
