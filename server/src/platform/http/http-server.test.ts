import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let base: string;

beforeAll(async () => {
  shop = await openTestShop();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

const send = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(base + path, init);
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
};

test.each(['br', 'gzip', 'identity'])('what is sent from the cache equals what was made, in %s', async (coding) => {
  const path = `/api/products/?search=ro&limit=9&x=${coding}`;
  const init = { headers: { 'accept-encoding': coding } };
  const made = await send(path, init);
  expect(shop.deps.responseCache.find(path)).toBeDefined();
  expect(await send(path, init)).toEqual(made);
  expect(made.headers['x-content-type-options']).toBe('nosniff');
});

test('a browser that has it gets 304, and nothing else', async () => {
  const { headers } = await send('/api/products/');
  const again = await send('/api/products/', { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.body]).toEqual([304, '']);
});

test('the cache answers no other method', async () => {
  await send('/api/products/');
  expect((await send('/api/products/', { method: 'POST' })).status).toBe(404);
  const head = await send('/api/products/', { method: 'HEAD' });
  expect([head.status, head.body]).toEqual([200, '']);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(1000);
});

test('once the cache is cleared, the response is made anew', async () => {
  await send('/api/products/facets/');
  await shop.deps.db.$client.query("update products set status = 'withdrawn' where name = 'Tearoom'");
  expect(JSON.parse((await send('/api/products/facets/')).body).total).toBe(24);
  shop.deps.responseCache.clear();
  expect(JSON.parse((await send('/api/products/facets/')).body).total).toBe(23);
});

describe('pipelined requests on one connection', () => {
  const pipeline = async (count: number) => {
    const { port } = shop.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        received += chunk;
      });
    const path = '/api/delivery/';
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`.repeat(count - 1));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    return received.match(/HTTP\/1.1 200 OK/g)?.length ?? 0;
  };

  test('a few are answered in order, and twice as many when each waits for the last', async () => {
    expect(await pipeline(16)).toBe(16);
    const { port } = shop.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses = Array.from({ length: 40 }, async () => {
      const [response] = await once(get({ agent, host: '127.0.0.1', port, path: '/api/delivery/' }), 'response');
      await response.resume().toArray();
      return response.statusCode;
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    agent.destroy();
  });

  test('a hundred at once are not worked on: the connection is closed', async () => {
    expect(await pipeline(100)).toBeLessThan(16);
  });
});

describe('when the shop closes', () => {
  const openOne = async () => {
    const one = await openTestShop();
    await one.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = one.app.server.address() as AddressInfo;
    return { one, port, url: `http://127.0.0.1:${port}` };
  };

  test('a connection without a request does not delay it', async () => {
    const { one, port } = await openOne();
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {});
    await once(silent, 'connect');
    const start = performance.now();
    await one.app.httpServer.close(one.app, 0);
    expect(performance.now() - start).toBeLessThan(5_000);
    await one.close();
  });

  test('requests are still answered, and /ready says that the shop is closing', async () => {
    const { one, url } = await openOne();
    const closing = one.app.httpServer.close(one.app, 300);
    const ready = await fetch(`${url}/ready`);
    expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
      503,
      '5',
      { detail: 'The shop is closing.' },
    ]);
    const response = await fetch(`${url}/api/delivery/`);
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    await closing;
    await expect(fetch(`${url}/ready`)).rejects.toThrow();
    await one.close();
  });
});
