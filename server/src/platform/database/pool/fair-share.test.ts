import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rememberedRefusals } from '#server/features/accounts/log-in/remembered-refusals.ts';
import { runFor } from '#server/platform/watch/current-request.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { sql } from '../drizzle.ts';

const STRANGER = '203.0.113.7';
const SOON_MS = 3_000;

let shop: Awaited<ReturnType<typeof openTestShop>>;
let locks: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.deps.db.execute(sql`delete from throttles`);
  locks = new pg.Client({ connectionString: shop.connectionString });
  await locks.connect();
  await locks.query('begin');
});
afterEach(() => locks.end());

/** Whether it is there within a moment. */
const isSoon = (answer: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    answer.then(() => true),
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), SOON_MS);
    }),
  ]);

const many = <T>(count: number, ask: (number: number) => T): T[] => Array.from({ length: count }, (_, at) => ask(at));
const refresh = () => shop.call('POST', '/auth/refresh/', { body: { refresh: 'none' }, remoteAddress: STRANGER });
const readProfile = (token: string, remoteAddress?: string) =>
  shop.call('GET', '/api/user/profile/', { token, ...(remoteAddress && { remoteAddress }) });

test('one person with forty requests that wait for each other leaves the connections to others', async () => {
  const [greedy, other] = [await registerSomeone(shop), await registerSomeone(shop)];
  await locks.query('select from users where id = $1 for update', [greedy.user.id]);
  const waiting = many(40, () => shop.call('PUT', '/api/user/wish-list/1/', { token: greedy.access }));
  const answer = readProfile(other.access);
  expect(await isSoon(answer)).toBe(true);
  expect((await answer).status).toBe(200);
  await locks.query('rollback');
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
});

test('a network of strangers leaves them to others, and to the people signed in beside it', async () => {
  const other = await registerSomeone(shop);
  await locks.query('lock table refresh_tokens in access exclusive mode');
  const waiting = many(40, refresh);
  expect(await isSoon(readProfile(other.access, '198.51.100.1'))).toBe(true);
  expect(await isSoon(readProfile(other.access, STRANGER))).toBe(true);
  await locks.query('rollback');
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(401);
});

test('the desk goes on beside as many networks as there are connections', async () => {
  const { headers } = await employ(shop);
  const show = () => shop.call('GET', '/api/desk/me/', { headers, remoteAddress: STRANGER });
  expect((await show()).status).toBe(200);
  await locks.query('lock table refresh_tokens in access exclusive mode');
  const waiting = many(60, (number) =>
    shop.call('POST', '/auth/refresh/', {
      body: { refresh: 'none' },
      remoteAddress: number % 6 === 0 ? STRANGER : `203.0.113.${100 + (number % 6)}`,
    }),
  );
  expect(await isSoon(show())).toBe(true);
  await locks.query('rollback');
  await Promise.all(waiting);
});

test('what finds its queue full is told to come back, and nobody reads that the database is away', async () => {
  await locks.query('lock table refresh_tokens in access exclusive mode');
  const waiting = many(520, refresh);
  const full = await Promise.race(waiting);
  expect(full).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(full.json()).toEqual({ detail: 'We are very busy just now. Please try again in a moment.' });
  // Whether it is a transaction that finds it full, or a statement by itself.
  const { status } = await shop.call('GET', '/api/wish-list/bouquets/?ids=1', { remoteAddress: STRANGER });
  expect(status).toBe(503);
  await locks.query('rollback');
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(500);
  expect(shop.failures).toEqual([]);
});

test('a transaction that asks for something outside of it does not wait for itself', async () => {
  const { db } = shop.deps;
  const sender = { key: 'somebody', atOnce: 1 };
  const work = () => db.transaction(async () => (await db.execute(sql`select 1 as one`)).rows);
  const both = Promise.all([1, 2].map(() => runFor({ id: 'request', sender }, work)));
  expect(await isSoon(both)).toBe(true);
});

test('who was refused a moment ago is refused without asking the database', async () => {
  const refusals = rememberedRefusals(shop.deps.db);
  const longestMs = refusals.longestMs;
  refusals.longestMs = 60_000;
  try {
    const ask = () =>
      shop.call('POST', '/api/v1/auth/password/reset/', {
        body: { email: 'ada@example.org' },
        remoteAddress: STRANGER,
      });
    for (const { status } of await Promise.all(many(3, ask))) expect(status).toBe(200);
    const first = await ask();
    expect(first.status).toBe(429);
    await locks.query('lock table throttles in access exclusive mode');
    const again = ask();
    expect(await isSoon(again)).toBe(true);
    expect(await again).toMatchObject({ status: 429, body: first.body });
    expect((await again).headers['retry-after']).toBe(first.headers['retry-after']);
  } finally {
    refusals.longestMs = longestMs;
  }
});

test('who is refused again and again is refused slowly, and nobody else is', async () => {
  const ask = (remoteAddress: string) => shop.call('GET', '/api/wish-list/shared/none/', { remoteAddress });
  for (const { status } of await Promise.all(many(20, () => ask('203.0.113.200')))) expect(status).toBe(404);
  const started = performance.now();
  const elsewhere = ask('203.0.113.201').then(() => performance.now() - started);
  expect((await ask('203.0.113.200')).status).toBe(404);
  const slowly = performance.now() - started;
  expect(slowly).toBeGreaterThan(450);
  expect(await elsewhere).toBeLessThan(slowly);
});
