import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchRequests } from '#server/platform/watch/watch-requests.ts';
import { createSenders } from './senders.ts';
import { slowGreedy } from './slow-greedy.ts';

const app = Fastify();
beforeAll(async () => {
  watchRequests(app, undefined, createSenders(false));
  slowGreedy(app, { refusals: 5, answers: 10, ofNetwork: 20 });
  app.get('/fine', async () => 'fine');
  app.get('/refused', async (_request, reply) => reply.code(404).send('no'));
  app.get<{ Querystring: { bytes?: number } }>('/cached', async (request, reply) => {
    reply.hijack();
    await app.holdGreedy(request, { status: 200, body: Buffer.alloc(Number(request.query.bytes ?? 0)) });
    reply.raw.end('cached');
  });
  await app.ready();
});
afterAll(() => app.close());

/** How long it takes until all are answered. */
async function ask(remoteAddress: string, count: number, url = '/fine'): Promise<number> {
  const started = performance.now();
  await Promise.all(Array.from({ length: count }, () => app.inject({ url, remoteAddress })));
  return performance.now() - started;
}

test('who asks more often than people do is answered one by one, and nobody else waits', async () => {
  const greedy = ask('198.51.100.7', 25);
  const other = await ask('203.0.113.9', 5);
  expect(await greedy).toBeGreaterThanOrEqual(1_400);
  expect(other).toBeLessThan(1_000);
});

test('refusals of one sender come slowly, too, but for the first', async () => {
  expect(await ask('198.51.100.8', 8, '/refused')).toBeGreaterThanOrEqual(490);
});

test('what is cached counts a fifth of it, and more if it is large', async () => {
  expect(await ask('198.51.100.9', 75, '/cached')).toBeGreaterThanOrEqual(490);
  expect(await ask('198.51.100.11', 5, '/cached?bytes=590000')).toBeGreaterThanOrEqual(490);
  expect(await ask('198.51.100.10', 20, '/cached')).toBeLessThan(490);
});

test('this machine, and a proxy, stand for many people', async () => {
  expect(await ask('127.0.0.1', 60)).toBeLessThan(1_400);
});
