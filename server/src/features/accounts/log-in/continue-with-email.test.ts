import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { mailedTo } from '#server/testing/mailed-codes.ts';
import { fillForm, linkTo, registerSomeone } from '#server/testing/people.ts';
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

const go = (email: unknown) => shop.call('POST', '/api/user/continue-with-email/', { body: { email } });

describe('POST /api/user/continue-with-email/', () => {
  test('registers a new address alone, signs in and posts the letter that confirms it', async () => {
    const { email } = fillForm();
    const answer = await go(email);
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      access: expect.any(String),
      refresh: expect.any(String),
      device_mark: expect.any(String),
      user: {
        id: expect.any(Number),
        username: expect.stringMatching(/^guest-[0-9a-f]{12}$/),
        email,
        first_name: '',
        last_name: '',
        email_confirmed: false,
      },
      detail: 'Welcome. We have sent you a letter to confirm your address.',
    });
    expect(await linkTo(shop, email)).toContain('/account-confirm-email?q=');
    const profile = await shop.call('GET', '/api/user/profile/', { token: answer.json().access });
    expect(profile.json()).toMatchObject({ has_password: false, new_email: null });
  });

  test('gives a known address no tokens, but a code by mail', async () => {
    const { user } = await registerSomeone(shop);
    const answer = await go(user.email.toUpperCase());
    expect(answer.status).toBe(202);
    expect(answer.json()).toEqual({ detail: expect.stringContaining('code'), ticket: expect.any(String) });
    const { code } = await mailedTo(shop, user.email);
    const entered = await shop.call('POST', '/api/user/login-code/use/', {
      body: { ticket: answer.json().ticket, code },
    });
    expect(entered.json().user.id).toBe(user.id);
  });

  test('of two at once one registers and the other gets a code', async () => {
    const { email } = fillForm();
    const answers = await Promise.all([go(email), go(email)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 202]);
  });

  test.each([
    ['nonsense', 'Enter a valid email address.'],
    ['', 'This field may not be blank.'],
    [undefined, 'This field is required.'],
  ])('names what is wrong with %j', async (email, message) => {
    const { status, json } = await go(email);
    expect([status, json()]).toEqual([400, { email: [message] }]);
  });

  test('tells no more of who is known than the long form does: both share one limit', async () => {
    const { user } = await registerSomeone(shop);
    for (let time = 0; time < 20; time++) {
      const { status } = await shop.call('POST', '/api/user/register/', { body: fillForm({ email: user.email }) });
      expect(status).toBe(400);
    }
    const { email } = fillForm();
    expect([(await go(user.email)).status, (await go(email)).status]).toEqual([429, 429]);
  });

  test('no password opens an account without one', async () => {
    const { email } = fillForm();
    await go(email);
    for (const password of ['', 'null', 'undefined']) {
      const { status } = await shop.call('POST', '/api/user/login/', { body: { email, password } });
      expect(status).toBe(401);
    }
  });
});
