import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { onCall } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let afterLook: (() => Promise<void>) | undefined;

beforeAll(async () => {
  checkout = await openTestCheckout({
    async onPoint(point) {
      if (point !== 'order looked up') return;
      const act = afterLook;
      afterLook = undefined;
      await act?.();
    },
  });
});
afterAll(() => checkout.close());

test('a call during a lookup waits for a newer lookup, which all that wait share', async () => {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  const later: ReturnType<typeof checkout.pay.capture>[] = [];
  afterLook = async () => {
    await checkout.provider.approve(id);
    later.push(...Array.from({ length: 8 }, () => checkout.pay.capture(token, order.id, id)));
    // They are all there before the first one goes on.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  };
  await checkout.provider.setFaults(onCall('getOrder', {}));
  expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('open');
  const states = (await Promise.all(later)).map((answer) => answer.json().state);
  expect(states).toEqual(Array.from({ length: 8 }, () => 'paid'));
  const { body } = await checkout.provider.call('GET', '/standin/faults');
  expect(body.rules).toMatchObject([{ seen: 2 }]);
  expect(await checkout.takenFor(order.id)).toHaveLength(1);
});
