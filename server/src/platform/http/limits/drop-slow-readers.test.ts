import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createSendCached } from '../cache/cached-response.ts';
import { createResponseCache } from '../cache/response-cache.ts';
import { createHttpServer } from '../http-server.ts';
import { refuseUnreadable } from '../refuse-unreadable.ts';

const GET = 'GET /flowers HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
/** More than the kernel buffers for a client that does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'a');
const LONG = 600_000;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function openServer(handle: RequestListener, readers: { stalledMs: number; chunkMs: number }) {
  const httpServer = createHttpServer(
    {
      config: readConfig({}),
      responseCache: createResponseCache({ maxBytes: 0 }),
      sendCached: createSendCached({}),
      log: pino({ level: 'silent' }),
      watch: undefined,
    },
    { headersMs: 1_000, requestMs: LONG, idleMs: LONG, checkMs: 100, readers: { ...readers, checkMs: 50 } },
  );
  const server = httpServer.open(handle);
  server.on('clientError', refuseUnreadable({}));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  undo.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {});
  undo.push(() => client.destroy());
  const [inside] = await accepted;
  return { client, inside };
}

/** how long the connection stays open. */
async function endOf(inside: Socket): Promise<number> {
  const start = performance.now();
  if (!inside.destroyed) await new Promise((resolve) => inside.once('close', resolve));
  return performance.now() - start;
}

test('a client that never ends its headers is disconnected on time, even if it does not close', async () => {
  const { client, inside } = await openServer(() => {}, { stalledMs: LONG, chunkMs: LONG });
  client.write(GET.slice(0, -2));
  let received = '';
  client.on('data', (chunk) => {
    received += chunk;
  });
  const drip = setInterval(() => client.write('x: y\r\n'), 100);
  undo.push(() => clearInterval(drip));
  expect(await endOf(inside)).toBeLessThan(4_000);
  expect(received).toMatch(/^HTTP\/1.1 408 /);
});

test('a client that reads nothing of a response is disconnected', async () => {
  const { client, inside } = await openServer((_request, response) => response.end(LARGE), {
    stalledMs: 500,
    chunkMs: LONG,
  });
  client.pause();
  client.write(GET);
  expect(await endOf(inside)).toBeLessThan(5_000);
});

test('a client that reads slowly but makes progress gets the whole response', async () => {
  const { client, inside } = await openServer((_request, response) => response.end(LARGE), {
    stalledMs: 1_500,
    chunkMs: LONG,
  });
  let read = 0;
  client.on('data', (chunk) => {
    read += chunk.length;
    client.pause();
  });
  client.write(GET);
  const start = performance.now();
  // A few megabytes a second, until Node has looked twice; then the rest at once.
  while (performance.now() - start < 4_000) {
    for (let pieces = 0; pieces < 8; pieces++) {
      client.resume();
      await sleep(1);
    }
    await sleep(100);
    expect(inside.destroyed).toBe(false);
  }
  client.removeAllListeners('data').on('data', (chunk) => {
    read += chunk.length;
  });
  client.resume();
  while (read < LARGE.length && !client.destroyed) await sleep(20);
  expect(read).toBeGreaterThan(LARGE.length);
});

test('a client that reads a little at a time is disconnected when one chunk takes too long', async () => {
  const { client, inside } = await openServer((_request, response) => response.end(LARGE), {
    stalledMs: LONG,
    chunkMs: 1_000,
  });
  client.on('data', () => client.pause());
  client.write(GET);
  const drip = setInterval(() => client.resume(), 100);
  undo.push(() => clearInterval(drip));
  expect(await endOf(inside)).toBeLessThan(5_000);
});

test('a connection on which everything was read stays open for the next response', async () => {
  const { client, inside } = await openServer(
    async (request, response) => {
      if (request.method === 'GET') return response.end(LARGE);
      await sleep(1_500);
      response.end();
    },
    { stalledMs: 500, chunkMs: LONG },
  );
  client.pause();
  client.write(GET + GET.replace('GET', 'PUT'));
  await sleep(300);
  client.resume();
  await sleep(1_000);
  expect(inside.destroyed, 'the shop is slow here, not the client').toBe(false);
});
