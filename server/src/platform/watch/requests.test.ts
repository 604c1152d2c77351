import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadStorefront } from '#server/pages/storefront.ts';
import { PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

const PROXY = '10.1.2.3';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let shop: Shop;
let base: string;
let port: number;

beforeAll(async () => {
  const env = { LOG_LEVEL: 'info', TRUST_PROXY: '10.0.0.0/8' };
  shop = await openTestShop({ env, storefront: await loadStorefront() });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  port = (shop.app.server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => shop.close());

/** The lines that an act leaves in the log. */
async function linesOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = shop.lines.length;
  await act();
  // An answer is logged once it has left.
  await vi.waitFor(() => expect(shop.lines.length).toBeGreaterThan(before));
  return shop.lines.slice(before);
}

const countOf = (method: string, route: string, status: number) =>
  shop.counts
    .list()
    .find((one) => one.method === method && one.route === route)
    ?.statuses.get(status) ?? 0;

/** How often each route and status was answered while something was done. */
async function counted(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = () =>
    new Map(
      shop.counts
        .list()
        .flatMap(({ method, route, statuses }) =>
          [...statuses].map(([status, count]): [string, number] => [`${method} ${route} ${status}`, count]),
        ),
    );
  const before = read();
  await act();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const more = [...read()].map(([key, count]): [string, number] => [key, count - (before.get(key) ?? 0)]);
  return Object.fromEntries(more.filter(([, count]) => count > 0));
}

describe('the id of a request', () => {
  test.each([
    ['an unknown path of the API', '/api/nothing', 404],
    ['an unknown page', '/nothing', 404],
    ['a bouquet that is not there', '/api/products/999999/', 404],
    ['the page of a bouquet that is not there', '/product/999999', 404],
    ['a URL that cannot be decoded', '/%E0%A4%A', 404],
    ['a stranger', '/api/user/orders/', 401],
    ['a wrong query', '/api/products/?limit=x', 400],
  ])('is in the answer to %s', async (_what, path, status) => {
    const response = await fetch(base + path);
    expect([response.status, response.headers.get('x-request-id')]).toEqual([status, expect.stringMatching(ID)]);
  });

  test('is in the answer to what is no HTTP', async () => {
    const socket = connect(port, '127.0.0.1').end('nonsense\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 400 .*x-request-id: [0-9a-f-]{36}\r\n/s);
  });

  test('is another for each request, also on one connection', async () => {
    const ids = [];
    for (let round = 0; round < 5; round++) ids.push((await fetch(`${base}/api/nothing`)).headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(5);
  });

  test('is what the log tells an unexpected failure by, also after a body was read', async () => {
    await shop.deps.db.$client.query('alter table users rename to users_gone');
    const lines = await linesOf(async () => {
      const body = { email: 'ada@example.org', password: PASSWORD };
      const { status, headers } = await shop.call('POST', '/api/user/login/', { body });
      expect(status).toBe(500);
      shop.lines.push({ told: headers['x-request-id'] });
    });
    await shop.deps.db.$client.query('alter table users_gone rename to users');
    const told = lines.find((line) => 'told' in line)?.told;
    const failure = lines.find(({ msg }) => msg === 'Unexpected failure');
    expect(failure).toMatchObject({ request: told, route: '/api/user/login/', status: 500 });
    expect(JSON.stringify(lines)).not.toContain('ada@example.org');
  });

  test('is that of a trusted proxy, if it is short and plain', async () => {
    const ask = async (given: string, remoteAddress = PROXY) => {
      const headers = { 'x-request-id': given };
      return (await shop.call('GET', '/api/nothing', { headers, remoteAddress })).headers['x-request-id'];
    };
    expect(await ask('edge-1.2_a')).toBe('edge-1.2_a');
    expect(await ask('edge-1', '203.0.113.9')).toMatch(ID);
    for (const given of ['a b', 'a\u00e9', '<script>', 'a'.repeat(65), 'ada@example.org', ''])
      expect(await ask(given), given).toMatch(ID);
  });
});

describe('the log', () => {
  test('has one line for each request, with its id, its route, its status and how long it took', async () => {
    const lines = await linesOf(() => fetch(`${base}/api/products/999999/?from=somewhere`));
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        msg: 'Answered',
        request: expect.stringMatching(ID),
        method: 'GET',
        route: '/api/products/:id/',
        status: 404,
        ms: expect.any(Number),
      },
    ]);
  });

  test('has a line for what the cache answers as well', async () => {
    await fetch(`${base}/api/products/?limit=3`);
    await vi.waitFor(() => expect(shop.lines.at(-1)).toMatchObject({ route: '/api/products/' }));
    const lines = await linesOf(() => fetch(`${base}/api/products/?limit=3`));
    expect(lines).toMatchObject([{ method: 'GET', route: '/api/products/', status: 200, msg: 'Answered' }]);
  });

  test('names no page by its key, and counts what a page asks the API for as part of it', async () => {
    const lines = await linesOf(() => fetch(`${base}/login-link/a-secret-key`));
    expect(lines.map(({ route }) => route)).toEqual(['/login-link/*']);
    expect(await linesOf(() => fetch(`${base}/product?occasion=Birthday&x=y`))).toHaveLength(1);
  });

  test('has no token, address, card or name of whoever buys', async () => {
    const lines = await linesOf(async () => {
      const email = 'grace@example.org';
      const { access: token } = await registerSomeone(shop, { email, first_name: 'Grace' });
      const headers = { 'x-forwarded-for': '203.0.113.77' };
      const to = { token, headers, remoteAddress: PROXY };
      const body = { email, password: 'a wrong password' };
      await shop.call('POST', '/api/user/login/', { body, headers, remoteAddress: PROXY });
      await shop.call('GET', `/api/user/orders/?token=${token}`, to);
      await shop.call('GET', `/api/products/?search=${encodeURIComponent(email)}`, to);
      await shop.call('PATCH', '/api/user/profile/', { ...to, body: { first_name: 'Grace Hopper' } });
      shop.lines.push({ token });
    });
    const secret = String(lines.find((line) => 'token' in line)?.token);
    const text = JSON.stringify(lines.filter((line) => !('token' in line)));
    for (const word of [secret, 'eyJ', 'grace', 'Grace', '203.0.113.77', PROXY, 'password'.concat('1')])
      expect(text).not.toContain(word);
    expect(lines.filter(({ msg }) => msg === 'Answered').length).toBeGreaterThanOrEqual(5);
  });

  test('is free of e-mail addresses, tokens and keys of letters in the words of foreign errors', async () => {
    const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.c-d_e`;
    const [line] = await linesOf(async () =>
      shop.deps.log.warn(`Mail for ada.l+x@mail.example.org, ${token}: refused at /login-link/${'k'.repeat(43)}?a=1`),
    );
    expect(line?.msg).toBe('Mail for [e-mail], [token]: refused at /login-link/[key]?a=1');
  });

  test('names the job that a line is about', async () => {
    await shop.deps.db.transaction((tx) => shop.deps.jobs.add(tx, 'send-letter', { id: 'no id at all' }));
    const lines = await linesOf(() => shop.tryJobs());
    expect(lines.at(-1)).toMatchObject({ level: 40, request: expect.stringMatching(/^job-[0-9a-f-]{36}$/) });
  });
});

describe('the counts', () => {
  test('are by the pattern of the route, and all unknown paths are one', async () => {
    const paths = [
      '/api/products/1/',
      '/api/products/2/',
      '/api/a',
      '/b',
      '/c/d.php',
      '/e/',
      '/%E0%A4%A',
      '/api/desk/x',
    ];
    const counts = await counted(() => Promise.all(paths.map((path) => fetch(base + path, { redirect: 'manual' }))));
    expect(counts).toEqual({ 'GET /api/products/:id/ 200': 2, 'GET unknown 404': 5, 'GET unknown 301': 1 });
  });

  test('hold pages by name, assets and pictures each as one', async () => {
    const html = await (await fetch(`${base}/product/1`)).text();
    const asset = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '';
    const picture = /\/pictures\/[\w.-]+\.(?:avif|webp|jpg)/.exec(html)?.[0] ?? '';
    const paths = ['/', '/product/1', '/product/2', '/about', '/history/1/receipt', asset, picture];
    expect(await counted(() => Promise.all(paths.map((path) => fetch(base + path))))).toEqual({
      'GET / 200': 1,
      'GET /product/* 200': 2,
      'GET /about 200': 1,
      'GET /history/* 200': 1,
      'GET /assets/* 200': 1,
      'GET /pictures/:file 200': 1,
    });
  });

  test('hold what is sent from the cache before anything is routed, and what a browser has already', async () => {
    const first = await fetch(`${base}/api/products/?limit=4`);
    await first.arrayBuffer();
    expect(shop.deps.responseCache.find('/api/products/?limit=4')).toBeDefined();
    const hits = shop.deps.responseCache.figures().hits;
    const counts = await counted(async () => {
      for (let round = 0; round < 3; round++) await (await fetch(`${base}/api/products/?limit=4`)).arrayBuffer();
      await fetch(`${base}/api/products/?limit=4`, { headers: { 'if-none-match': String(first.headers.get('etag')) } });
    });
    expect(counts).toEqual({ 'GET /api/products/ 200': 3, 'GET /api/products/ 304': 1 });
    expect(shop.deps.responseCache.figures().hits - hits).toBe(4);
  });

  test('hold each request on a connection that stays open, and each that was sent before the answer to the last', async () => {
    const socket = connect(port, '127.0.0.1');
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'x' });
    const head = `host: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    const counts = await counted(async () => {
      socket.write(`POST /api/user/login/ HTTP/1.1\r\n${head}\r\n\r\n${body}`.repeat(2));
      socket.write('GET /api/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      socket.resume();
      await once(socket, 'close');
    });
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('hold methods that the shop does not have as one, and what is no HTTP', async () => {
    const before = countOf('other', 'unknown', 404);
    await shop.app.inject({ method: 'PROPFIND' as 'GET', url: '/api/products/' });
    expect(countOf('other', 'unknown', 404)).toBe(before + 1);
    const unreadable = countOf('other', 'unreadable', 400);
    const socket = connect(port, '127.0.0.1').end('nonsense\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    expect(countOf('other', 'unreadable', 400)).toBe(unreadable + 1);
  });

  test('hold how long answers took', async () => {
    const list = () => shop.counts.list().find(({ method, route }) => method === 'GET' && route === '/about');
    await (await fetch(`${base}/about`)).text();
    await (await fetch(`${base}/about`)).text();
    await vi.waitFor(() => expect(list()?.timed).toBeGreaterThanOrEqual(2));
    const { buckets, timed, sumMs } = list() as NonNullable<ReturnType<typeof list>>;
    expect(buckets.reduce((sum, count) => sum + count, 0)).toBe(timed);
    expect(sumMs).toBeGreaterThan(0);
  });
});

test('a shop that is not watched has no hooks for it, and logs no request', async () => {
  const { createRequestWatch } = await import('./request-watch.ts');
  const { config, log, requestId } = shop.deps;
  const off = { log, requestId, counts: undefined, traces: undefined };
  expect(createRequestWatch({ ...off, config: { ...config, logLevel: 'warn' } })).toBeUndefined();
  expect(createRequestWatch({ ...off, config })).toBeDefined();
});
