import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyFlowers } from '#server/testing/claims.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let arrived = 0;

beforeAll(async () => {
  shop = await openTestShop();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  shop.app.server.on('request', () => arrived++);
});
afterAll(() => shop.close());

/** Announces more than it sends, and is gone. */
async function abort(head: string, body: string, how: 'end' | 'reset'): Promise<void> {
  const before = arrived;
  const { port } = shop.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}\r\nhost: 127.0.0.1\r\ncontent-length: 5000\r\n\r\n${body}`);
  await expect.poll(() => arrived).toBe(before + 1);
  await sleep(50);
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
  const countOpen = () => new Promise<number>((resolve) => shop.app.server.getConnections((_, open) => resolve(open)));
  await expect.poll(countOpen).toBe(0);
  await sleep(50);
}

const JSON_BODY = 'content-type: application/json';
test.each([
  ['a login', `POST /api/user/login/ HTTP/1.1\r\n${JSON_BODY}`, '{"email": "ada'],
  ['an event', `POST /api/payments/paypal/webhook/ HTTP/1.1\r\n${JSON_BODY}`, '{"id": "WH'],
  ['nothing at all', `POST /api/user/register/ HTTP/1.1\r\n${JSON_BODY}`, ''],
])('a connection that is closed in the middle of %s is logged as no failure', async (_what, head, body) => {
  for (const how of ['end', 'reset'] as const) await abort(head, body, how);
  expect(shop.failures).toEqual([]);
});

test('a connection that is closed in the middle of a photo is logged as no failure, and what had arrived is released', async () => {
  const { person, order } = await buyFlowers(shop);
  const head = [
    `POST /api/user/orders/${order.id}/claim/ HTTP/1.1`,
    `authorization: Bearer ${person.access}`,
    'content-type: multipart/form-data; boundary=x',
  ].join('\r\n');
  const body = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nhalf a pho';
  // More often than there are places for uploads.
  for (let round = 0; round < 10; round++) await abort(head, body, round % 2 ? 'end' : 'reset');
  expect(shop.failures).toEqual([]);
});

test('a body that is only broken is still refused', async () => {
  const response = await shop.call('POST', '/api/user/login/', {
    headers: { 'content-type': 'application/json' },
    body: '{"email": ',
  });
  expect(response.status).toBe(400);
});
