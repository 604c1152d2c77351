import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeOut } from './see-out.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'a');
/** Answers before anything of the body has come, as a refusal does. */
const server = createServer((request, response) => {
  seeOut(request, response);
  response.end(request.url);
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

/** Sends a body of so many megabytes, if it is let, and then asks for something else on the same line. */
async function send(megabytes: number): Promise<{ sent: number; heard: string }> {
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let [sent, heard] = [0, ''];
  line
    .on('error', () => {})
    .on('data', (chunk) => {
      heard += chunk;
    });
  // Being cut off may be an error, and is what is looked at here.
  const closed = new Promise((resolve) => line.once('close', resolve));
  line.write(`POST /first HTTP/1.1\r\nhost: a\r\ncontent-length: ${megabytes * MEGABYTE.length}\r\n\r\n`);
  while (sent < megabytes && !line.destroyed) {
    if (!line.write(MEGABYTE)) await Promise.race([new Promise((resolve) => line.once('drain', resolve)), closed]);
    sent++;
  }
  line.write('GET /second HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  await closed;
  return { sent, heard };
}

test('whoever sends on after the answer is cut off', async () => {
  const { sent, heard } = await send(100_000);
  expect(heard).toMatch(/\/first$/);
  expect(sent).toBeLessThan(2_000);
});

test('whoever had as much as a photo left to send is heard to the end, and served again', async () => {
  const { heard } = await send(10);
  expect(heard).toContain('/first');
  expect(heard).toMatch(/\/second$/);
});
