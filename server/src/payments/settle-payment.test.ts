import { afterAll, beforeAll, expect, test } from 'vitest';
import { onCall } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { openTill } from '../testing/open-till.ts';

let till: Awaited<ReturnType<typeof openTill>>;
let afterLook: (() => Promise<void>) | undefined;

beforeAll(async () => {
  till = await openTill({
    async onPoint(point) {
      if (point !== 'order looked up') return;
      const act = afterLook;
      afterLook = undefined;
      await act?.();
    },
  });
});
afterAll(() => till.close());

test('whoever comes after PayPal was asked is not told what it said before, and all who wait share one more look', async () => {
  const { token, order } = await till.fillCart();
  const { id } = (await till.pay.create(token, order)).json() as { id: string };
  const later: ReturnType<typeof till.pay.capture>[] = [];
  afterLook = async () => {
    await till.provider.approve(id);
    later.push(...Array.from({ length: 8 }, () => till.pay.capture(token, order.id, id)));
    // They are all there before the first one goes on.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  };
  await till.provider.setFaults(onCall('getOrder', {}));
  expect((await till.pay.capture(token, order.id, id)).json().state).toBe('open');
  const states = (await Promise.all(later)).map((answer) => answer.json().state);
  expect(states).toEqual(Array.from({ length: 8 }, () => 'paid'));
  const { body } = await till.provider.call('GET', '/standin/faults');
  expect(body.rules).toMatchObject([{ seen: 2 }]);
  expect(await till.takenFor(order.id)).toHaveLength(1);
}, 60_000);
