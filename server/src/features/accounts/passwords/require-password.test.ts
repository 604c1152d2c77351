import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { PASSWORD, registerSomeone } from '#server/testing/people.ts';
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

type Person = Awaited<ReturnType<typeof registerSomeone>>;

/** Calls that check the password and, with the right one, change nothing: they can be sent for ever. */
const CHECKS: [name: string, send: (person: Person) => ReturnType<typeof shop.call>][] = [
  [
    'POST /api/user/profile/email/',
    ({ access, user }) =>
      shop.call('POST', '/api/user/profile/email/', { token: access, body: { password: PASSWORD, email: user.email } }),
  ],
  [
    'POST /api/user/profile/password/',
    ({ access }) =>
      shop.call('POST', '/api/user/profile/password/', {
        token: access,
        body: { password: PASSWORD, new_password1: 'password', new_password2: 'password' },
      }),
  ],
];

describe.each(CHECKS)('%s with the right password', (_name, send) => {
  test('is answered fifteen times in ten minutes, and then only so often', async () => {
    const person = await registerSomeone(shop);
    for (let times = 0; times < 15; times++) expect((await send(person)).status).not.toBe(429);
    const refused = await send(person);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '40']);
    const other = await registerSomeone(shop);
    expect((await send(other)).status).not.toBe(429);
  });

  test('150 at once by one account do not keep another person from logging in', async () => {
    const [attacker, other] = [await registerSomeone(shop), await registerSomeone(shop)];
    const logIn = async () => {
      const began = performance.now();
      const { status } = await shop.call('POST', '/api/user/login/', {
        body: { email: other.user.email, password: PASSWORD },
      });
      return { status, ms: performance.now() - began };
    };
    const quiet = [await logIn(), await logIn(), await logIn()].map(({ ms }) => ms).toSorted((a, b) => a - b)[1] ?? 0;
    const attack = Array.from({ length: 150 }, () => send(attacker));
    // When the first has its response, the others are queued.
    await Promise.race(attack);
    const busy = await logIn();
    const responses = await Promise.all(attack);
    expect(busy.status).toBe(200);
    expect(busy.ms / quiet).toBeLessThan(20);
    expect(responses.filter(({ status }) => status !== 429 && status !== 503).length).toBeLessThanOrEqual(15);
  });
});

test('wrong passwords count for the session they were typed in, not for the other devices of the owner', async () => {
  const { access, user } = await registerSomeone(shop);
  const login = await shop.call('POST', '/api/user/login/', { body: { email: user.email, password: PASSWORD } });
  const check = (token: string, password: string) =>
    shop.call('POST', '/api/user/profile/email/', { token, body: { password, email: user.email } });
  for (let tries = 0; tries < 5; tries++) expect((await check(access, 'wrong one')).status).toBe(400);
  expect((await check(access, PASSWORD)).status).toBe(429);
  expect((await check(login.json().access, PASSWORD)).status).toBe(200);
});

/** Where the link in someone's newest letter leads that sets a password. */
async function findResetPath(email: string): Promise<string> {
  await shop.call('POST', '/api/v1/auth/password/reset/', { body: { email } });
  await shop.doJobs();
  const text = shop.letters().findLast(({ to }) => to === email)?.text ?? '';
  return new URL(/https:\/\/shop\.example\/\S+/.exec(text)?.[0] ?? '').pathname;
}

test('one link is tried twenty times in ten minutes, whatever comes of it', async () => {
  const { user } = await registerSomeone(shop);
  const path = await findResetPath(user.email);
  // Refused before it is hashed, so that the link stays good and only the counter can end it.
  const body = { new_password1: 'password123', new_password2: 'password123' };
  const tries = [];
  for (let count = 0; count < 21; count++) tries.push((await shop.call('POST', path, { body })).status);
  expect(tries).toEqual([...Array<number>(20).fill(400), 429]);
});

test('150 new passwords at once with one link do not keep another person from logging in', async () => {
  const [owner, other] = [await registerSomeone(shop), await registerSomeone(shop)];
  const path = await findResetPath(owner.user.email);
  const body = { new_password1: 'a new and longer one', new_password2: 'a new and longer one' };
  const responses = await Promise.all([
    ...Array.from({ length: 150 }, () => shop.call('POST', path, { body, remoteAddress: '192.0.2.1' })),
    shop.call('POST', '/api/user/login/', { body: { email: other.user.email, password: PASSWORD } }),
  ]);
  const [ends, login] = [responses.slice(0, -1).map(({ status }) => status), responses.at(-1)];
  expect(ends.filter((status) => status === 200)).toHaveLength(1);
  // A link that is used up costs no hash; how often a good one is tried is bounded above.
  expect(ends.filter((status) => ![200, 400, 429, 503].includes(status))).toEqual([]);
  expect(login?.status).toBe(200);
});
