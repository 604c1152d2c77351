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

/** Sends a body of so many megabytes, if it is let, and then asks for something else on the same line. */
async function send(megabytes: number, type: string, pauseMs = 0): Promise<{ sent: number; heard: string }> {
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let [sent, heard] = [0, ''];
  line
    .on('error', () => {})
    .on('data', (chunk) => {
      heard += chunk;
    });
  // Being cut off may be an error, and is what is looked at here.
  const closed = new Promise((resolve) => line.once('close', resolve));
  const headers = ['host: a', `content-type: ${type}`, `content-length: ${megabytes * MEGABYTE.length}`];
  line.write(`POST /first HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  while (sent < megabytes && !line.destroyed) {
    if (!line.write(MEGABYTE)) await Promise.race([new Promise((resolve) => line.once('drain', resolve)), closed]);
    sent++;
    if (pauseMs) await sleep(pauseMs);
  }
  line.write('GET /second HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  await closed;
  return { sent, heard };
}

test('whoever sends on after the answer is cut off', async () => {
  const { sent, heard } = await send(100_000, FORM);
  expect(heard).toMatch(/\/first$/);
  expect(sent).toBeLessThan(2_000);
});

test('whoever had as much as a photo left to send is heard to the end, and served again', async () => {
  const { heard } = await send(10, FORM);
  expect(heard).toContain('/first');
  expect(heard).toMatch(/\/second$/);
});

test('whatever is no form may be a megabyte too long, and no more', async () => {
  expect((await send(1, 'application/json')).heard).toMatch(/\/second$/);
  const { heard } = await send(10, 'application/json', 50);
  expect(heard).toMatch(/\/first$/);
});
