import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureOf, issuesOf, makeOrder, openTestStandIn } from '../testing/test-stand-in.ts';

let paypal: Awaited<ReturnType<typeof openTestStandIn>>;
beforeAll(async () => {
  paypal = await openTestStandIn();
});
afterAll(() => paypal.close());

const gbp = (value: string) => ({ amount: { currency_code: 'GBP', value } });

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
