import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../database/drizzle.ts';
import { openTill } from '../testing/open-till.ts';
import { PASSWORD } from '../testing/people.ts';

let till: Awaited<ReturnType<typeof openTill>>;
let meanwhile: (() => Promise<void>) | undefined;

beforeAll(async () => {
  till = await openTill({
    async onPoint(point) {
      if (point === 'order completed, not yet committed') await meanwhile?.();
    },
  });
});
afterAll(() => till.close());

test('whoever leaves in the moment a payment completes an order is told to wait for the flowers', async () => {
  const { token, order } = await till.fillCart();
  const { id } = (await till.pay.create(token, order)).json() as { id: string };
  await till.provider.approve(id);
  let leaving: ReturnType<typeof till.shop.call> | undefined;
  meanwhile = async () => {
    leaving = till.shop.call('POST', '/api/user/profile/delete/', { token, body: { password: PASSWORD } });
    await new Promise((resolve) => setTimeout(resolve, 700));
  };
  expect((await till.pay.capture(token, order.id, id)).json().state).toBe('paid');
  expect((await leaving)?.status).toBe(409);
  const { rows } = await till.shop.deps.db.execute<{ buyer: string | null; address: unknown }>(
    sql`select buyer, address from orders where id = ${order.id}`,
  );
  expect([rows[0]?.buyer, rows[0]?.address]).toEqual([expect.any(String), expect.any(Object)]);
});
