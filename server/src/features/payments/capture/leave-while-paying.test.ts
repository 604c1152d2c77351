import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { PASSWORD } from '#server/testing/people.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let meanwhile: (() => Promise<void>) | undefined;

beforeAll(async () => {
  checkout = await openTestCheckout({
    async onPoint(point) {
      if (point === 'order completed, not yet committed') await meanwhile?.();
    },
  });
});
afterAll(() => checkout.close());

test('whoever leaves in the moment a payment completes an order is told to wait for the flowers', async () => {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  let leaving: ReturnType<typeof checkout.shop.call> | undefined;
  meanwhile = async () => {
    leaving = checkout.shop.call('POST', '/api/user/profile/delete/', { token, body: { password: PASSWORD } });
    await new Promise((resolve) => setTimeout(resolve, 700));
  };
  expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('paid');
  expect((await leaving)?.status).toBe(409);
  const { rows } = await checkout.shop.deps.db.execute<{ buyer: string | null; address: unknown }>(
    sql`select buyer, address from orders where id = ${order.id}`,
  );
  expect([rows[0]?.buyer, rows[0]?.address]).toEqual([expect.any(String), expect.any(Object)]);
});
