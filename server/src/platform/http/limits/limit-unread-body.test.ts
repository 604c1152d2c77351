import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitUnreadBody } from './limit-unread-body.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'a');
/** Answers before anything of the body has come, as a refusal does. */
const server = createServer((request, response) => {
  limitUnreadBody(request, response);
  response.end(request.url);
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

const FORM = 'multipart/form-data; boundary=b';

/** Sends a body of so many megabytes until it is cut off, and then a second request on the same connection. */
async function send(megabytes: number, type: string, pauseMs = 0): Promise<{ sent: number; received: string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let [sent, received] = [0, ''];
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      received += chunk;
    });
  // Being cut off may be an error event, and is what is tested here.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const headers = ['host: a', `content-type: ${type}`, `content-length: ${megabytes * MEGABYTE.length}`];
  socket.write(`POST /first HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  while (sent < megabytes && !socket.destroyed) {
    if (!socket.write(MEGABYTE)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    sent++;
    if (pauseMs) await sleep(pauseMs);
  }
  socket.write('GET /second HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  await closed;
  return { sent, received };
}

test('a client that sends on without end after the response is cut off', async () => {
  const { sent, received } = await send(100_000, FORM);
  expect(received).toMatch(/\/first$/);
  expect(sent).toBeLessThan(2_000);
});

test('a client with as much as a photo left to send may send it, and is served again', async () => {
  const { received } = await send(10, FORM);
  expect(received).toContain('/first');
  expect(received).toMatch(/\/second$/);
});

test('a body that is no form may be a megabyte too long, and no more', async () => {
  expect((await send(1, 'application/json')).received).toMatch(/\/second$/);
  const { received } = await send(10, 'application/json', 50);
  expect(received).toMatch(/\/first$/);
});
