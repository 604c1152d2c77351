import { expect, test } from 'vitest';
import { openTestShop } from '../testing/test-shop.ts';

test.each([
  ['2026-11-16T09:46:00.000Z', { day: '2026-11-17', order_by: '2026-11-16T12:00:00.000Z', cut_off_passed: false }],
  ['2026-11-16T12:00:00.000Z', { day: '2026-11-18', order_by: '2026-11-17T12:00:00.000Z', cut_off_passed: true }],
  ['2026-07-01T10:59:59.999Z', { day: '2026-07-02', order_by: '2026-07-01T11:00:00.000Z', cut_off_passed: false }],
])('GET /api/delivery/ at %s tells the next delivery by our clock, to be kept by nobody', async (now, expected) => {
  const shop = await openTestShop({ now: new Date(now) });
  const response = await shop.get('/api/delivery/');
  expect(response.json()).toEqual({ now, ...expected });
  expect(response.headers['cache-control']).toBe('no-store');
  await shop.close();
});
