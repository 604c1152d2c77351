import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createSendCached } from './cached-response.ts';
import { createHttpServer } from './http-server.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import { createResponseCache } from './response-cache.ts';

const ASK = 'GET /flowers HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
/** More than the kernel keeps for someone who does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'a');
const LONG = 600_000;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function openDoor(handle: RequestListener, readers: { stalledMs: number; pieceMs: number }) {
  const door = createHttpServer(
    {
      config: readConfig({}),
      responseCache: createResponseCache({ maxBytes: 0 }),
      sendCached: createSendCached({}),
      log: pino({ level: 'silent' }),
    },
    { headersMs: 1_000, requestMs: LONG, silentMs: LONG, lookMs: 100, readers: { ...readers, lookMs: 50 } },
  );
  const server = door.open(handle);
  server.on('clientError', refuseUnreadable({}));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  undo.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const came = once(server, 'connection') as Promise<[Socket]>;
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {});
  undo.push(() => client.destroy());
  const [inside] = await came;
  return { client, inside };
}

/** How long the shop keeps this line. */
async function endOf(inside: Socket): Promise<number> {
  const start = performance.now();
  if (!inside.destroyed) await new Promise((resolve) => inside.once('close', resolve));
  return performance.now() - start;
}

test('whoever never comes to the end of their headers is put out on time, even if they do not hang up', async () => {
  const { client, inside } = await openDoor(() => {}, { stalledMs: LONG, pieceMs: LONG });
  client.write(ASK.slice(0, -2));
  let heard = '';
  client.on('data', (chunk) => {
    heard += chunk;
  });
  const drip = setInterval(() => client.write('x: y\r\n'), 100);
  undo.push(() => clearInterval(drip));
  expect(await endOf(inside)).toBeLessThan(4_000);
  expect(heard).toMatch(/^HTTP\/1.1 408 /);
});

test('whoever reads nothing of an answer is put out', async () => {
  const { client, inside } = await openDoor((_request, response) => response.end(LARGE), {
    stalledMs: 500,
    pieceMs: LONG,
  });
  client.pause();
  client.write(ASK);
  expect(await endOf(inside)).toBeLessThan(5_000);
});

test('whoever reads slowly but gets on has their answer to the end', async () => {
  const { client, inside } = await openDoor((_request, response) => response.end(LARGE), {
    stalledMs: 1_500,
    pieceMs: LONG,
  });
  let read = 0;
  client.on('data', (chunk) => {
    read += chunk.length;
    client.pause();
  });
  client.write(ASK);
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

test('whoever takes a drop at a time is put out when the whole takes too long', async () => {
  const { client, inside } = await openDoor((_request, response) => response.end(LARGE), {
    stalledMs: LONG,
    pieceMs: 1_000,
  });
  client.on('data', () => client.pause());
  client.write(ASK);
  const drip = setInterval(() => client.resume(), 100);
  undo.push(() => clearInterval(drip));
  expect(await endOf(inside)).toBeLessThan(5_000);
});

test('a line on which everything was read is kept for what comes next', async () => {
  const { client, inside } = await openDoor(
    async (request, response) => {
      if (request.method === 'GET') return response.end(LARGE);
      await sleep(1_500);
      response.end();
    },
    { stalledMs: 500, pieceMs: LONG },
  );
  client.pause();
  client.write(ASK + ASK.replace('GET', 'PUT'));
  await sleep(300);
  client.resume();
  await sleep(1_000);
  expect(inside.destroyed, 'the shop takes its time, not they').toBe(false);
});
