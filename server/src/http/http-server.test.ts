import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop } from '../testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let base: string;

beforeAll(async () => {
  shop = await openTestShop();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(base + path, init);
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
};

test.each(['br', 'gzip', 'identity'])(
  'what is given at the door equals what was made inside, in %s',
  async (coding) => {
    const path = `/api/products/?search=ro&limit=9&x=${coding}`;
    const init = { headers: { 'accept-encoding': coding } };
    const made = await ask(path, init);
    expect(shop.deps.responseCache.find(path)).toBeDefined();
    expect(await ask(path, init)).toEqual(made);
    expect(made.headers['x-content-type-options']).toBe('nosniff');
  },
);

test('a browser that has it hears 304, and nothing else', async () => {
  const { headers } = await ask('/api/products/');
  const again = await ask('/api/products/', { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.body]).toEqual([304, '']);
});

test('nothing of it answers another method', async () => {
  await ask('/api/products/');
  expect((await ask('/api/products/', { method: 'POST' })).status).toBe(404);
  const head = await ask('/api/products/', { method: 'HEAD' });
  expect([head.status, head.body]).toEqual([200, '']);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(1000);
});

test('once the shelf is cleared, the answer is made anew', async () => {
  await ask('/api/products/facets/');
  await shop.deps.db.$client.query("update products set status = 'withdrawn' where name = 'Tearoom'");
  expect(JSON.parse((await ask('/api/products/facets/')).body).total).toBe(24);
  shop.deps.responseCache.clear();
  expect(JSON.parse((await ask('/api/products/facets/')).body).total).toBe(23);
});

describe('many questions on one line', () => {
  const askAtOnce = async (count: number) => {
    const { port } = shop.app.server.address() as AddressInfo;
    const line = connect(port, '127.0.0.1');
    let heard = '';
    line
      .on('error', () => {})
      .on('data', (chunk) => {
        heard += chunk;
      });
    const path = '/api/delivery/';
    line.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`.repeat(count - 1));
    line.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    await new Promise((resolve) => line.once('close', resolve));
    return heard.match(/HTTP\/1.1 200 OK/g)?.length ?? 0;
  };

  test('a few are answered in turn, and twice as many after each other', async () => {
    expect(await askAtOnce(16)).toBe(16);
    const { port } = shop.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers = Array.from({ length: 40 }, async () => {
      const [response] = await once(get({ agent, host: '127.0.0.1', port, path: '/api/delivery/' }), 'response');
      await response.resume().toArray();
      return response.statusCode;
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
    agent.destroy();
  });

  test('a hundred at once are not worked on: the line is cut', async () => {
    expect(await askAtOnce(100)).toBeLessThan(16);
  });
});

describe('when the shop closes', () => {
  const openOne = async () => {
    const one = await openTestShop();
    await one.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = one.app.server.address() as AddressInfo;
    return { one, port, url: `http://127.0.0.1:${port}` };
  };

  test('who stands at the door and says nothing does not hold it open', async () => {
    const { one, port } = await openOne();
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {});
    await once(silent, 'connect');
    const start = performance.now();
    await one.app.door.close(one.app, 0);
    expect(performance.now() - start).toBeLessThan(5_000);
    await one.close();
  });

  test('who is being served is served, and who asks whether it is ready hears that it closes', async () => {
    const { one, url } = await openOne();
    const closing = one.app.door.close(one.app, 300);
    const ready = await fetch(`${url}/ready`);
    expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
      503,
      '5',
      { detail: 'The shop is closing.' },
    ]);
    const answer = await fetch(`${url}/api/delivery/`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await closing;
    await expect(fetch(`${url}/ready`)).rejects.toThrow();
    await one.close();
  });
});
