import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChangeWatch, watchChanges } from '#server/platform/database/watch-changes.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { employ } from '#server/testing/staff.ts';
import { missTwo } from '#server/testing/swaps.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let watch: ChangeWatch;

beforeAll(async () => {
  checkout = await openTestCheckout();
  const { connectionString, deps } = checkout.shop;
  const listeners = { onCatalogue: () => {}, onDelivery: () => {}, onDesk: deps.live.announce };
  watch = await watchChanges(connectionString, listeners, pino({ level: 'silent' }));
});
afterAll(async () => {
  await watch.stop();
  await checkout.close();
});

/** Opens a line and collects what comes. */
async function openLine(headers: Record<string, string>) {
  const { port } = checkout.shop.app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/desk/live/`, { headers });
  let text = '';
  const reading = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
    return 'ended';
  })();
  return { response, reading, changes: () => [...text.matchAll(/event: change\ndata: (.*)/g)].map(([, data]) => data) };
}

test('an order that is paid comes to every open desk, and one that is not does not', async () => {
  const { headers } = await employ(checkout.shop, ['florist']);
  const lines = [await openLine(headers), await openLine(headers)];
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  expect(lines.flatMap(({ changes }) => changes())).toEqual([]);
  await checkout.provider.approve(id);
  await checkout.pay.capture(token, order.id, id);
  for (const { changes } of lines)
    await vi.waitFor(() => expect(changes()).toEqual([`order ${order.id}`]), { timeout: 5_000 });
});

test('that an order cannot be tied, or waits for its buyer, comes to an open desk too', async () => {
  const { headers } = await employ(checkout.shop, ['florist']);
  const { order } = await buyFlowers(checkout.shop, { day: '2026-11-17' });
  const { changes } = await openLine(headers);
  const path = `/api/desk/orders/${order.id}/`;
  await checkout.shop.call('PUT', `${path}cannot-be-tied/`, { body: {}, headers });
  await vi.waitFor(() => expect(changes()).toEqual([`order ${order.id}`]), { timeout: 5_000 });
  await checkout.shop.post(`${path}swaps/`, await missTwo(checkout.shop, order.id, headers), headers);
  await vi.waitFor(() => expect(changes()).toHaveLength(2), { timeout: 5_000 });
});

test('changes that may have been missed are announced without a name', async () => {
  const { headers } = await employ(checkout.shop, ['florist']);
  const { changes } = await openLine(headers);
  checkout.shop.deps.live.announce(undefined);
  await vi.waitFor(() => expect(changes()).toEqual(['']));
});

test('a line ends with the shop', async () => {
  const other = await openTestCheckout();
  const { headers } = await employ(other.shop);
  const { port } = other.shop.app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/desk/live/`, { headers });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await other.close();
  expect(await response.text()).toContain('event: open');
});
