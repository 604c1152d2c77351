import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { processEvent } from '../webhooks/receive-webhook.ts';
import { listRefunds } from './list-refunds.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());

async function buy() {
  const { token, order } = await checkout.buy();
  const payment = await paymentOf(order.id);
  return { token, order, payment };
}

async function paymentOf(orderId: number) {
  const { rows } = await checkout.shop.deps.db.execute<{
    id: string;
    state: string;
    capture_id: string;
  }>(sql`select id, state, capture_id from payments where order_id = ${orderId}`);
  return rows[0] as (typeof rows)[number];
}

const refundsOf = async (paymentId: string) =>
  (await listRefunds(checkout.shop.deps.db, paymentId)).map(({ amountPence, state, who, reason }) => ({
    amountPence,
    state,
    who,
    reason,
  }));

const toldOf = (orderId: number) =>
  checkout.shop.letters().filter(({ subject }) => subject.startsWith(`Order ${orderId}: money`));

test('a refund made at PayPal is written down, told to the florist once, and leaves the order', async () => {
  const { token, order, payment } = await buy();
  await checkout.provider.refund(payment.capture_id, { amount: { currency_code: 'GBP', value: '5.00' } });
  await checkout.provider.call('POST', '/standin/webhooks', { release: true, duplicate: 2 });
  const heard = sql`select 1 from webhook_events
    where type = 'PAYMENT.CAPTURE.REFUNDED' and body::text like ${`%${payment.id}%`}`;
  await vi.waitFor(async () => expect((await checkout.shop.deps.db.execute(heard)).rows).toHaveLength(1), {
    timeout: 60_000,
  });
  await checkout.shop.doJobs();
  await checkout.provider.call('POST', '/standin/webhooks', { hold: true, duplicate: 0 });
  expect((await paymentOf(order.id)).state).toBe('captured');
  const made = { amountPence: 500, state: 'done', who: 'PayPal', reason: 'Refunded at PayPal' };
  expect(await refundsOf(payment.id)).toEqual([made]);
  expect(await checkout.findOrder(token, order.id)).toMatchObject({ status: 'C', refunded: 5 });
  const told = toldOf(order.id);
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('£5.00');
});

test("money that the buyer's bank takes back is told as that", async () => {
  const { order, payment } = await buy();
  const id = `WH-reversed-${order.id}`;
  const resource = { id: payment.capture_id, custom_id: payment.id, amount: { currency_code: 'GBP', value: '9.50' } };
  const body = { id, event_type: 'PAYMENT.CAPTURE.REVERSED', resource };
  await checkout.shop.deps.db.execute(sql`insert into webhook_events (id, type, body, received_at)
    values (${id}, ${body.event_type}, ${JSON.stringify(body)}::jsonb, now())`);
  await Promise.all([processEvent(checkout.shop.deps, id), processEvent(checkout.shop.deps, id)]);
  await checkout.shop.doJobs();
  expect((await paymentOf(order.id)).state).toBe('captured');
  const reason = "Taken back by the buyer's bank or by PayPal";
  expect(await refundsOf(payment.id)).toEqual([{ amountPence: 950, state: 'done', who: 'PayPal', reason }]);
  expect(toldOf(order.id).map(({ text }) => text.includes('taken back'))).toEqual([true]);
});
