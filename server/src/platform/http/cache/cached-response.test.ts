import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSendCached, toCachedResponse } from './cached-response.ts';

const request = { method: 'GET', headers: { 'accept-encoding': 'br' } } as unknown as IncomingMessage;

function response() {
  const written: { head?: string[]; body?: Buffer } = {};
  const fake = {
    writeHead: (_status: number, head: string[]) => {
      written.head = head;
    },
    end: (body: Buffer) => {
      written.body = body;
    },
  };
  return { fake: fake as unknown as ServerResponse, written };
}

test('a form that many request at once is compressed once, and sent to all of them', async () => {
  let made = 0;
  const sendCached = createSendCached({}, async () => {
    made++;
    await sleep(5);
    return Buffer.from('packed');
  });
  const cached = toCachedResponse(200, { 'content-type': 'text/html' }, 'x'.repeat(1_000));
  const all = Array.from({ length: 50 }, response);
  await Promise.all(all.map(({ fake }) => sendCached(request, fake, cached)));
  expect(made).toBe(1);
  for (const { written } of all)
    expect([written.body?.toString(), written.head]).toEqual(['packed', all[0]?.written.head]);
});

test('a form that could not be compressed is tried again on the next request', async () => {
  let tries = 0;
  const sendCached = createSendCached({}, async () => {
    if (++tries === 1) throw new Error('out of memory');
    return Buffer.from('packed');
  });
  const cached = toCachedResponse(200, { 'content-type': 'text/html' }, 'x'.repeat(1_000));
  await expect(sendCached(request, response().fake, cached)).rejects.toThrow('out of memory');
  const { fake, written } = response();
  await sendCached(request, fake, cached);
  expect(written.body?.toString()).toBe('packed');
});
