import { afterEach, expect, test, vi } from 'vitest';
import { send } from './send.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }));

test('returns what the API answers', async () => {
  answer(200, '{"done":true}');
  expect(await send('POST', '/api/desk/orders/tie/', { orders: [1] })).toEqual({ done: true });
});

test.each([
  [409, '{"detail":"Order 7 is out."}', 'Order 7 is out.', { detail: 'Order 7 is out.' }],
  [400, '{"flower":["Name it."]}', 'Name it.', { flower: ['Name it.'] }],
])('a refusal of %i is thrown in its own words, at their fields', async (status, body, message, fields) => {
  answer(status, body);
  await expect(send('POST', '/api/desk/sign-out/')).rejects.toMatchObject({ status, message, fields });
});

test('a page of a proxy, and a shop that is not reached, are said in ours', async () => {
  answer(502, '<h1>Bad gateway</h1>');
  await expect(send('POST', '/api/desk/sign-out/')).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining('Something went wrong on our side'),
  });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(send('GET', '/api/desk/me/')).rejects.toMatchObject({
    status: 0,
    message: expect.stringContaining('reach the shop'),
  });
});
