import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { findKnownPlace, rememberNetwork, rememberPlace } from './known-places.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const HERE = '127.0.0.1';
const ELSEWHERE = '192.0.2.7';
const afterDays = (days: number) => shop.setNow(new Date(TEST_NOW.getTime() + days * 24 * 3_600_000));
const find = (userId: number, network: string, mark?: string) => findKnownPlace(shop.deps, userId, { network, mark });
const remember = (userId: number, network: string, mark?: string) =>
  shop.deps.db.transaction((tx) => rememberPlace(shop.deps, tx, userId, { network, mark }));

test('a network is known for 90 days and a device for 400, to its owner alone', async () => {
  const { user, device_mark } = await registerSomeone(shop);
  const other = await registerSomeone(shop);
  expect(await find(user.id, HERE)).toBe('network');
  expect(await find(user.id, ELSEWHERE)).toBe(undefined);
  expect(await find(user.id, ELSEWHERE, device_mark)).toBe('device');
  expect(await find(user.id, HERE, device_mark)).toBe('device');
  expect(await find(other.user.id, ELSEWHERE, device_mark)).toBe(undefined);
  afterDays(90);
  expect([await find(user.id, HERE), await find(user.id, HERE, device_mark)]).toEqual([undefined, 'device']);
  afterDays(400);
  expect(await find(user.id, HERE, device_mark)).toBe(undefined);
});

test('a refresh makes the network of a session known', async () => {
  const { user, refresh } = await registerSomeone(shop);
  const response = await shop.call('POST', '/auth/refresh/', { body: { refresh }, remoteAddress: ELSEWHERE });
  expect([response.status, await find(user.id, ELSEWHERE)]).toEqual([200, 'network']);
});

test('one browser keeps one mark for everyone who signs in there', async () => {
  const [one, two] = [await registerSomeone(shop), await registerSomeone(shop)];
  expect(await remember(two.user.id, HERE, one.device_mark)).toBe(one.device_mark);
  expect(await find(one.user.id, ELSEWHERE, one.device_mark)).toBe('device');
  expect(await find(two.user.id, ELSEWHERE, one.device_mark)).toBe('device');
});

test('of more than ten of a kind the least recently used is deleted, and nobody can fill the table', async () => {
  const { user, device_mark } = await registerSomeone(shop);
  for (let place = 1; place <= 12; place++) {
    afterDays(place);
    await remember(user.id, `192.0.2.${place}`);
  }
  const { rows } = await shop.deps.db.execute(
    sql`select kind, count(*)::int from known_places where user_id = ${user.id} group by kind order by kind`,
  );
  expect(rows).toEqual([
    { kind: 'device', count: 10 },
    { kind: 'network', count: 10 },
  ]);
  expect([await find(user.id, HERE, device_mark), await find(user.id, '192.0.2.12')]).toEqual([undefined, 'network']);
});

test('a place is not stored for a deleted account', async () => {
  await rememberNetwork(shop.deps, 2_000_000_000, HERE);
  expect(await find(2_000_000_000, HERE)).toBe(undefined);
});

test('a stolen mark allows five guesses in five minutes and twenty in a day', async () => {
  const { user, device_mark } = await registerSomeone(shop);
  let guesses = 0;
  for (let minute = 0; minute < 60; minute++) {
    shop.setNow(new Date(TEST_NOW.getTime() + minute * 60_000));
    const body = { email: user.email, password: 'wrong one', device_mark };
    const { status } = await shop.call('POST', '/api/user/login/', { body, remoteAddress: `192.0.2.${minute}` });
    if (status === 401) guesses++;
  }
  expect(guesses).toBe(20);
});
