import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { logInAgain, PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { sessions } from '../table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const logIn = (email: unknown, password: unknown = PASSWORD, headers?: Record<string, string>) =>
  shop.call('POST', '/api/user/login/', { body: { email, password }, ...(headers && { headers }) });

const WRONG = { detail: 'Incorrect email or password.' };

describe('POST /api/user/login/', () => {
  test('signs in, whichever way the address is written', { tags: '§7.14' }, async () => {
    const { user } = await registerSomeone(shop, { email: 'ada@bücher.example' });
    for (const writing of ['ada@bücher.example', 'ADA@XN--BCHER-KVA.example', ' ada@Bücher.example. ']) {
      const response = await logIn(writing);
      expect([response.status, response.json().user]).toEqual([200, user]);
    }
  });

  test('remembers for 30 days since last use if asked, otherwise for 12 hours', { tags: 'D6' }, async () => {
    const { user } = await registerSomeone(shop);
    await logInAgain(shop, user.email, true);
    const rows = await shop.deps.db.select().from(sessions).where(eq(sessions.userId, user.id));
    const hours = rows.map(({ remember, expiresAt, lastUsedAt }) => [
      remember,
      (expiresAt.getTime() - lastUsedAt.getTime()) / 3_600_000,
    ]);
    expect(hours.toSorted()).toEqual([
      [false, 12],
      [true, 30 * 24],
    ]);
  });

  test('answers a wrong password and an unknown address alike', async () => {
    const { user } = await registerSomeone(shop);
    const known = await logIn(user.email, 'not the password');
    const unknown = await logIn('nobody@example.org', 'not the password');
    expect([known.status, known.json()]).toEqual([401, WRONG]);
    expect([unknown.status, unknown.body]).toEqual([401, known.body]);
    const plain = ({ headers }: typeof known) => ({ ...headers, date: undefined, 'x-request-id': undefined });
    expect(plain(unknown)).toEqual(plain(known));
  });

  test.each([['not an address'], ['a\0b@example.org'], [''], ['@'], ["' or 1=1 --"]])(
    'answers %j as any unknown address',
    async (email) => expect((await logIn(email)).json()).toEqual(WRONG),
  );

  test.each([
    [{}, ['email', 'password']],
    [{ email: 'a@b.example' }, ['password']],
    [{ email: 1, password: [] }, ['email', 'password']],
    [{ email: 'x'.repeat(300), password: 'x'.repeat(600) }, ['email', 'password']],
    [{ email: 'a@b.example', password: 'x', remember: 'yes' }, ['remember']],
  ])('names what is missing or wrong in %j', async (body, fields) => {
    const response = await shop.call('POST', '/api/user/login/', { body });
    expect([response.status, Object.keys(response.json()).toSorted()]).toEqual([400, fields]);
  });

  test('stops guessing after five tries, says when to come back, and lets in who comes back then', {
    tags: ['D5', 'G25'],
  }, async () => {
    const { user } = await registerSomeone(shop);
    for (let tries = 0; tries < 5; tries++) expect((await logIn(user.email, 'wrong one')).status).toBe(401);
    const refused = await logIn(user.email);
    expect(refused.status).toBe(429);
    expect(refused.json()).toEqual({ detail: 'Too many attempts. Try again in 1 minute.' });
    expect(refused.headers['retry-after']).toBe('60');
    const now = shop.deps.clock.now();
    shop.setNow(new Date(now.getTime() + 60_000));
    expect((await logIn(user.email)).status).toBe(200);
    shop.setNow(now);
  });

  test('a clock that is set back keeps nobody out for longer than guessing does', async () => {
    const { user } = await registerSomeone(shop);
    const now = shop.deps.clock.now();
    for (let tries = 0; tries < 5; tries++) await logIn(user.email, 'wrong one');
    const yesterday = new Date(now.getTime() - 24 * 60 * 60_000);
    shop.setNow(yesterday);
    const refused = await logIn(user.email);
    // Nor does it let anyone in early.
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeLessThan(120);
    shop.setNow(new Date(yesterday.getTime() + seconds * 1_000));
    expect((await logIn(user.email)).status).toBe(200);
    shop.setNow(now);
  });

  test.each([1, 24])('a clock that is set back by %s hours keeps nobody out who guessed nothing', async (hours) => {
    const { user } = await registerSomeone(shop);
    const now = shop.deps.clock.now();
    expect((await logIn(user.email)).status).toBe(200);
    shop.setNow(new Date(now.getTime() - hours * 60 * 60_000));
    expect((await logIn(user.email)).status).toBe(200);
    shop.setNow(now);
  });

  test.each([90, 3_600])(
    'a guesser after a clock that is set back by %s s waits as long as is said',
    async (seconds) => {
      const { user } = await registerSomeone(shop);
      const now = shop.deps.clock.now();
      for (let tries = 0; tries < 5; tries++) await logIn(user.email, 'wrong one');
      const back = now.getTime() - seconds * 1_000;
      shop.setNow(new Date(back));
      const refused = await logIn(user.email);
      const wait = Number(refused.headers['retry-after']) * 1_000;
      shop.setNow(new Date(back + wait - 2_000));
      expect([refused.status, (await logIn(user.email)).status]).toEqual([429, 429]);
      shop.setNow(new Date(back + wait));
      expect((await logIn(user.email)).status).toBe(200);
      shop.setNow(now);
    },
  );

  test('clocks of two machines that differ by a minute count as one', async () => {
    const { user } = await registerSomeone(shop);
    const now = shop.deps.clock.now();
    const guess = (tries: number) => {
      shop.setNow(new Date(now.getTime() + (tries % 2) * 60_000));
      return logIn(user.email, 'wrong one');
    };
    for (let tries = 0; tries < 6; tries++) expect((await guess(tries)).status).toBe(401);
    expect([(await guess(6)).status, (await guess(8)).status]).toEqual([429, 429]);
    shop.setNow(now);
  });

  test('does not count what was right', async () => {
    const { user } = await registerSomeone(shop);
    for (let tries = 0; tries < 8; tries++) expect((await logIn(user.email)).status).toBe(200);
  });

  test('is not dodged by case, form, tags or forged headers', async () => {
    const { user } = await registerSomeone(shop, { email: 'grace@example.org' });
    const writings = [
      'grace@example.org',
      'GRACE@example.org',
      'grace@EXAMPLE.org.',
      'grace+x@example.org',
      'ｇrace@example.org',
    ];
    for (const writing of writings) expect((await logIn(writing, 'wrong one')).status).toBe(401);
    const forgeries = { 'x-real-ip': '192.0.2.9', forwarded: 'for=192.0.2.9', 'x-client-ip': '192.0.2.9' };
    expect((await logIn('Grace+roses@Example.ORG', 'wrong one', forgeries)).status).toBe(429);
    expect((await logIn(user.email, PASSWORD, forgeries)).status).toBe(429);
  });

  test('believes a forwarded address only from a proxy that was named', async () => {
    const stranger = await openTestShop();
    const guess = (from: string) =>
      stranger.call('POST', '/api/user/login/', {
        body: { email: 'nobody@example.org', password: 'wrong one' },
        headers: { 'x-forwarded-for': from },
      });
    for (let tries = 0; tries < 5; tries++) expect((await guess(`192.0.2.${tries}`)).status).toBe(401);
    expect((await guess('192.0.2.99')).status).toBe(429);
    await stranger.close();

    const guessHere = (from: string) => logIn('nobody@example.org', 'wrong one', { 'x-forwarded-for': from });
    for (let tries = 0; tries < 5; tries++) expect((await guessHere('2001:db8::1')).status).toBe(401);
    expect((await guessHere('2001:db8::ffff')).status).toBe(429);
    expect((await guessHere('2001:db8:0:1::1')).status).toBe(401);
  });

  test('a hundred guesses at once are counted one by one', async () => {
    const { user } = await registerSomeone(shop);
    const responses = await Promise.all(Array.from({ length: 100 }, () => logIn(user.email, 'wrong one')));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    // Some may have been refused because the queue was long: their passwords were not checked.
    expect(responses.filter(({ status }) => status === 429 || status === 503)).toHaveLength(95);
  });

  test('nobody is locked out by a stranger elsewhere', async () => {
    const { user } = await registerSomeone(shop);
    const from = (address: string, password: string) => logIn(user.email, password, { 'x-forwarded-for': address });
    const strangers = [];
    for (let tries = 0; tries < 60; tries++) strangers.push((await from('192.0.2.66', 'wrong one')).status);
    expect(strangers.filter((status) => status === 401)).toHaveLength(5);
    expect((await from('198.51.100.7', PASSWORD)).status).toBe(200);
  });

  test('right passwords in a loop are slowed down too', async () => {
    const { user } = await registerSomeone(shop);
    const statuses = [];
    for (let visit = 0; visit < 31; visit++) statuses.push((await logIn(user.email)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  test('of more than fifty sessions the least recently used ends', async () => {
    const { user, refresh } = await registerSomeone(shop);
    await shop.deps.db.execute(sql`
      insert into sessions (user_id, remember, device, created_at, last_used_at, expires_at, ends_at)
      select user_id, remember, device, created_at, last_used_at + n * interval '1 second', expires_at, ends_at
      from sessions, generate_series(1, 49) as n where user_id = ${user.id}`);
    expect((await logIn(user.email)).status).toBe(200);
    expect(await shop.deps.db.$count(sessions, eq(sessions.userId, user.id))).toBe(50);
    expect((await shop.call('POST', '/auth/refresh/', { body: { refresh } })).status).toBe(401);
  });

  test('many at once for one account and network wait for each other and never deadlock', async () => {
    const { user } = await registerSomeone(shop);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, visit) => logIn(user.email, visit % 3 ? PASSWORD : 'wrong one')),
    );
    expect(responses.filter(({ status }) => ![200, 401, 429].includes(status))).toEqual([]);
  });

  test('keeps its count for other processes and after a restart, and names nobody in it', async () => {
    const { user } = await registerSomeone(shop);
    for (let tries = 0; tries < 5; tries++) await logIn(user.email, 'wrong one');
    const restarted = await buildApp(shop.deps);
    const response = await restarted.inject({
      method: 'POST',
      url: '/api/user/login/',
      payload: { email: user.email, password: PASSWORD },
    });
    expect(response.statusCode).toBe(429);
    await restarted.close();
    const { rows } = await shop.deps.db.execute<{ row: string }>(
      sql`select to_jsonb(throttles)::text as row from throttles`,
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const name of [user.email, '127.0.0.1']) {
      const asBytes = Buffer.from(name).toString('hex');
      expect(rows.some(({ row }) => row.includes(name) || row.includes(asBytes))).toBe(false);
    }
  });
});
