import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { captureOf, issuesOf, makeOrder, onCall, openTestStandIn } from './testing/test-stand-in.ts';

let paypal: Awaited<ReturnType<typeof openTestStandIn>>;
beforeEach(async () => {
  paypal = await openTestStandIn();
});
afterEach(() => paypal.close());

const HOUR = 3600;

describe('the clock', () => {
  test('ends an order three hours after it was made or approved, and its approval is given back', async () => {
    const { body: order } = await paypal.create(makeOrder());
    await paypal.advance(2 * HOUR);
    await paypal.approve(order.id);
    await paypal.advance(2 * HOUR);
    expect((await paypal.find(order.id)).status).toBe(200);
    await paypal.advance(HOUR);
    expect((await paypal.find(order.id)).status).toBe(404);
    expect((await paypal.capture(order.id)).status).toBe(404);
    const { body } = await paypal.call('GET', '/v1/notifications/webhooks-events');
    expect(body.events).toMatchObject([
      { event_type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED', resource: { order_id: order.id } },
      { event_type: 'CHECKOUT.ORDER.APPROVED' },
    ]);
  });

  test('ends a token after nine hours', async () => {
    await paypal.advance(9 * HOUR);
    const { status, body } = await paypal.create(makeOrder());
    expect([status, body.name]).toEqual([401, 'AUTHENTICATION_FAILURE']);
  });

  test('decides a pending capture, and only then does money move', async () => {
    await paypal.setFaults(
      onCall('captureOrder', { pendingCapture: { reason: 'ECHECK', later: 'COMPLETED', afterSeconds: 60 } }),
    );
    const { body: order } = await paypal.create(makeOrder());
    await paypal.approve(order.id);
    const captured = await paypal.capture(order.id);
    expect(captureOf(captured)).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } });
    expect(issuesOf(await paypal.refund(captureOf(captured).id))).toEqual(['PENDING_CAPTURE']);
    expect(await paypal.ledger()).toEqual([]);
    await paypal.advance(60);
    expect(captureOf(await paypal.find(order.id)).status).toBe('COMPLETED');
    expect(await paypal.ledger()).toMatchObject([{ kind: 'capture', pence: 2250 }]);
  });
});

describe('a request id', () => {
  test('gives the same order for six hours and a new one afterwards', async () => {
    const again = () => paypal.create(makeOrder(), { 'paypal-request-id': 'same' });
    const first = await again();
    await paypal.advance(HOUR);
    const second = await again();
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    await paypal.advance(5 * HOUR);
    const third = await again();
    expect(third.status).toBe(201);
    expect(third.body.id).not.toBe(first.body.id);
  });

  test('repeats a capture for six hours; afterwards the order says that it is captured', async () => {
    const { body: order } = await paypal.create(makeOrder());
    await paypal.approve(order.id);
    const first = await paypal.capture(order.id, 'cap');
    await paypal.advance(6 * HOUR - 1);
    const second = await paypal.capture(order.id, 'cap');
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    await paypal.advance(1);
    expect(issuesOf(await paypal.capture(order.id, 'cap'))).toEqual(['ORDER_ALREADY_CAPTURED']);
    expect(await paypal.ledger()).toHaveLength(1);
  });

  test('is refused for another body', async () => {
    await paypal.create(makeOrder('one'), { 'paypal-request-id': 'same' });
    const answer = await paypal.create(makeOrder('two'), { 'paypal-request-id': 'same' });
    expect([answer.status, issuesOf(answer)]).toEqual([400, ['DUPLICATE_REQUEST_ID']]);
  });

  test('repeats a refund for 45 days', async () => {
    const { body: order } = await paypal.create(makeOrder());
    await paypal.approve(order.id);
    const { id } = captureOf(await paypal.capture(order.id));
    const part = { amount: { currency_code: 'GBP', value: '10.00' } };
    const first = await paypal.refund(id, part, { 'paypal-request-id': 'ref' });
    await paypal.advance(8 * HOUR);
    const second = await paypal.refund(id, part, { 'paypal-request-id': 'ref' });
    expect(second.body.id).toBe(first.body.id);
    expect((await paypal.ledger()).map(({ pence }) => pence)).toEqual([2250, -1000]);
  });
});
