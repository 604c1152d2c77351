import { afterAll, beforeAll, expect, test } from 'vitest';
import { seal } from './platform/secrets/sealed.ts';
import { openTestShop } from './testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('every job that has a payload refuses one that does not fit', async () => {
  const withPayload = Object.entries(shop.handlers).filter(([, { cron }]) => cron === undefined);
  expect(withPayload.map(([queue]) => queue).sort()).toEqual([
    'login-code',
    'make-product-picture',
    'nudge-payment',
    'password-reset',
    'payment-event',
    'send-letter',
    'settle-payment',
    'settle-refund',
    'staff-link',
  ]);
  for (const [queue, { work }] of withPayload) {
    for (const data of [{}, null])
      await expect(work(data), queue).rejects.toThrow('The payload of the job cannot be read');
  }
});

test('a sealed request for a new password that does not fit fails the job', async () => {
  const work = (request: unknown) => {
    const sealed = seal(shop.deps.secrets.letters, 'password-reset', request).toString('base64');
    return shop.handlers['password-reset']?.work({ sealed });
  };
  await expect(work({ emailKey: 'ada@example.org' })).rejects.toThrow('A request for a new password cannot be read');
  await expect(work('ada@example.org'), 'as the release before stored it').resolves.toBeUndefined();
});
