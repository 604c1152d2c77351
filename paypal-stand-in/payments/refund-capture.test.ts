import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureOf, issuesOf, makeOrder, onCall, openTestStandIn } from '../testing/test-stand-in.ts';

let paypal: Awaited<ReturnType<typeof openTestStandIn>>;
beforeAll(async () => {
  paypal = await openTestStandIn();
});
afterAll(() => paypal.close());

const gbp = (value: string) => ({ amount: { currency_code: 'GBP', value } });

async function takeMoney(): Promise<string> {
  const { body: order } = await paypal.create(makeOrder(`SHOP-${Math.random()}`));
  await paypal.approve(order.id);
  return captureOf(await paypal.capture(order.id)).id;
}

test('gives back in parts and never more than was taken', async () => {
  const { body: order } = await paypal.create(makeOrder());
  await paypal.approve(order.id);
  const { id } = captureOf(await paypal.capture(order.id));

  const part = await paypal.refund(id, gbp('10.00'), { prefer: 'return=representation' });
  expect(part.status).toBe(201);
  expect(part.body).toMatchObject({ status: 'COMPLETED', amount: { value: '10.00' }, invoice_id: 'SHOP-1' });
  expect((await paypal.call('GET', `/v2/payments/captures/${id}`)).body.status).toBe('PARTIALLY_REFUNDED');
  expect(issuesOf(await paypal.refund(id, gbp('12.51')))).toEqual(['REFUND_AMOUNT_EXCEEDED']);
  expect(issuesOf(await paypal.refund(id, gbp('0.00')))).toEqual(['CANNOT_BE_ZERO_OR_NEGATIVE']);
  expect(issuesOf(await paypal.refund(id, { amount: { currency_code: 'EUR', value: '1.00' } }))).toEqual([
    'REFUND_CAPTURE_CURRENCY_MISMATCH',
  ]);

  const rest = await paypal.refund(id);
  expect((await paypal.call('GET', `/v2/payments/refunds/${rest.body.id}`)).body.amount).toEqual(gbp('12.50').amount);
  expect(captureOf(await paypal.find(order.id)).status).toBe('REFUNDED');
  expect(issuesOf(await paypal.refund(id))).toEqual(['CAPTURE_FULLY_REFUNDED']);
  expect((await paypal.ledger()).map(({ kind, pence }) => [kind, pence])).toEqual([
    ['capture', 2250],
    ['refund', -1000],
    ['refund', -1250],
  ]);
});

test('answers a repeat with the same request id as before, and gives back once', async () => {
  const id = await takeMoney();
  const header = { 'paypal-request-id': 'refund-once', prefer: 'return=representation' };
  const first = await paypal.refund(id, gbp('4.00'), header);
  const again = await paypal.refund(id, gbp('4.00'), header);
  expect(again.body).toEqual(first.body);
  expect(issuesOf(await paypal.refund(id, gbp('5.00'), header))).toEqual(['DUPLICATE_REQUEST_ID']);
  expect((await paypal.ledger()).filter(({ capture_id, kind }) => capture_id === id && kind === 'refund')).toHaveLength(
    1,
  );
});

test('may leave a refund pending, or not make it, where a rule says so', async () => {
  const id = await takeMoney();
  await paypal.setFaults(onCall('refundCapture', { refundStatus: 'FAILED' }));
  expect((await paypal.refund(id, gbp('4.00'))).body.status).toBe('FAILED');
  await paypal.setFaults(onCall('refundCapture', { pendingRefund: { later: 'COMPLETED', afterSeconds: 5 } }));
  const pending = await paypal.refund(id, gbp('4.00'), { 'paypal-request-id': 'refund-later' });
  expect(pending.body.status).toBe('PENDING');
  await paypal.setFaults();
  // What is pending is nobody else's.
  expect(issuesOf(await paypal.refund(id, gbp('20.00')))).toEqual(['REFUND_AMOUNT_EXCEEDED']);
  const back = async () =>
    (await paypal.ledger()).filter(({ capture_id, kind }) => capture_id === id && kind === 'refund').length;
  expect(await back()).toBe(0);
  await paypal.call('POST', '/standin/clock', { advance_seconds: 6 });
  expect(await back()).toBe(1);
  const again = await paypal.refund(id, gbp('4.00'), { 'paypal-request-id': 'refund-later' });
  expect(again.body).toMatchObject({ id: pending.body.id, status: 'COMPLETED' });
});
