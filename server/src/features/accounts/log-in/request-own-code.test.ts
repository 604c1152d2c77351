import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { mailedTo, notThe } from '#server/testing/mailed-codes.ts';
import { fillForm, PASSWORD, registerSomeone } from '#server/testing/people.ts';
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
      detail: 'Your password has been set.',
    });
    const profile = await shop.call('GET', '/api/user/profile/', { token: person.access });
    expect(profile.json()).toMatchObject({ has_password: true, email_confirmed: true });
    expect(await canLogIn(person)).toBe(true);
    const again = await post(person, 'password', { ...NEW, code });
    expect([again.status, again.json()]).toEqual([400, { password: ['Incorrect password.'] }]);
  });

  test('changes its address with a code; the letter to the old one speaks of the mailbox, not of a password', async () => {
    const person = await newcomer();
    const code = await codeFor(person);
    const email = fillForm().email;
    expect((await post(person, 'email', { password: '', code, email })).json()).toMatchObject({ new_email: email });
    await shop.doJobs();
    const told = shop.letters().findLast(({ to }) => to === person.user.email)?.text;
    expect(told).toContain('Someone who can read this mailbox and is logged in to your account');
    expect(told).not.toContain('knows the password');
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

test('whoever registered somebody else’s address cannot fill that mailbox with codes, nor put a name in them', async () => {
  const stranger = await registerSomeone(shop, { first_name: 'Claim your prize' });
  const statuses = [];
  // Five an hour for one account; tagged addresses of the mailbox share eight a day.
  const [name, host] = stranger.user.email.split('@');
  const tagged = await registerSomeone(shop, { email: `${name}+second@${host}` });
  for (const { access } of [stranger, tagged])
    for (let times = 0; times < 5; times++) statuses.push((await post({ access }, 'code')).status);
  await shop.doJobs();
  const codes = shop
    .letters()
    .filter(
      ({ to, subject }) => [stranger, tagged].some(({ user }) => user.email === to) && subject.endsWith('is your code'),
    );
  expect(statuses.map((status) => (status < 300 ? 'sent' : status))).toEqual([...Array(8).fill('sent'), 429, 429]);
  expect(codes).toHaveLength(8);
  for (const { html, text } of codes) expect([html, text].join()).not.toContain('Claim');
});
