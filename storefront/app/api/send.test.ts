import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';
import { toRecord } from './to-record.ts';

const requests: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    requests.push({ method: request.method, headers: request.headers, body });
    if (request.url === '/never') return;
    // The headers at once, and then nothing more.
    if (request.url === '/half') return void response.writeHead(200).write('{"id":');
    if (request.url === '/busy') return void response.writeHead(503, { 'retry-after': '7' }).end();
    if (request.url === '/portal') return void response.end('<h1>Welcome to the hotel</h1>');
    if (request.url === '/nothing') return void response.writeHead(204).end();
    if (request.url === '/broken') return void response.writeHead(500).end();
    response.end('{"id":7}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${toRecord(server.address()).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests.length = 0;
});

describe('a call', () => {
  test('that gets no answer, or half of one, is given up after 10000 ms and not before', {
    tags: ['§7.1', '§9.1'],
  }, async () => {
    const waited = async (path: string) => {
      const began = performance.now();
      await expect(send(`${address}${path}`, {})).rejects.toEqual(new ApiError(0, undefined));
      return performance.now() - began;
    };
    for (const milliseconds of await Promise.all([waited('/never'), waited('/half')])) {
      expect(milliseconds).toBeGreaterThan(9_900);
      expect(milliseconds).toBeLessThan(12_000);
    }
  });

  test('carries the access token as a bearer where there is one, and nothing where there is none', {
    tags: '§6.4',
  }, async () => {
    expect(await send(`${address}/`, {}, 'the-token')).toEqual({ id: 7 });
    expect(await send(`${address}/`, {})).toEqual({ id: 7 });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer the-token', undefined]);
  });

  test('carries its body as JSON', async () => {
    await send(`${address}/`, { method: 'POST', body: { quantity: 1 } });
    expect(requests).toMatchObject([
      { method: 'POST', body: '{"quantity":1}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  test('that is refused says when it may be tried again, if the shop did', async () => {
    await expect(send(`${address}/busy`, {})).rejects.toMatchObject({ status: 503, retryAfter: 7 });
    await expect(send(`${address}/broken`, {})).rejects.toMatchObject({ status: 500, retryAfter: undefined });
  });

  test('that a captive portal answers with a page has failed on its way; one without a body has not', async () => {
    await expect(send(`${address}/portal`, { method: 'POST' })).rejects.toEqual(new ApiError(502, undefined));
    expect(await send(`${address}/nothing`, { method: 'DELETE' })).toBeUndefined();
  });
});
