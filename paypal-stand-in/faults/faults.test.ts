import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captureOf, issuesOf, makeOrder, onCall, openTestStandIn } from '../testing/test-stand-in.ts';
import type { Fault } from './fault.ts';

let paypal: Awaited<ReturnType<typeof openTestStandIn>>;
beforeAll(async () => {
  paypal = await openTestStandIn();
});
afterAll(() => paypal.close());

let count = 0;
async function approved(): Promise<string> {
  await paypal.setFaults();
  count += 1;
  const { body } = await paypal.create(makeOrder(`fault-${count}`));
  await paypal.approve(body.id);
  return body.id;
}
const statusOf = async (id: string) => (await paypal.find(id)).body.status;

/** The bare answer, or the word for its absence. */
async function capture(id: string): Promise<{ status: number; text: string } | 'no answer'> {
  const { url, token } = paypal;
  try {
    const response = await fetch(`${url}/v2/checkout/orders/${id}/capture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(400),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return 'no answer';
  }
}

describe('the work is done and the answer is lost', () => {
  test.each<[string, Fault, number | 'no answer']>([
    ['by silence', { commitThenTimeout: true }, 'no answer'],
    ['by a cut line', { commitThenReset: true }, 'no answer'],
    ['behind a 500', { commitThen500: true }, 500],
    ['behind a page', { htmlPage: 502 }, 502],
    ['in half a JSON', { malformedJson: true }, 201],
    ['by slowness', { delayAfter: 600 }, 'no answer'],
  ])('%s', async (_, then, expected) => {
    const id = await approved();
    await paypal.setFaults(onCall('captureOrder', then));
    const answer = await capture(id);
    expect(answer === 'no answer' ? answer : answer.status).toBe(expected);
    if (answer !== 'no answer') expect(() => JSON.parse(answer.text).purchase_units[0].payments).toThrow();
    expect(await statusOf(id)).toBe('COMPLETED');
  });
});

describe('nothing is done', () => {
  test.each<[string, Fault, number | 'no answer']>([
    ['when the line is cut first', { dropBeforeCommit: true }, 'no answer'],
    ['on 401', { status: 401 }, 401],
    ['on 409', { status: 409 }, 409],
    ['on 429', { status: 429, retryAfter: 7 }, 429],
    ['on 503', { status: 503 }, 503],
    ['on a decline', { declineCapture: 'TRANSACTION_REFUSED' }, 422],
  ])('%s', async (_, then, expected) => {
    const id = await approved();
    await paypal.setFaults(onCall('captureOrder', then));
    const answer = await capture(id);
    expect(answer === 'no answer' ? answer : answer.status).toBe(expected);
    expect(await statusOf(id)).toBe('APPROVED');
  });

  test('yet, while the work is delayed; others wait in line and find it done', async () => {
    const id = await approved();
    await paypal.setFaults(onCall('captureOrder', { delayBefore: 150 }, { nth: 1 }));
    const [slow, , other] = await Promise.all([
      paypal.capture(id, `slow-${id}`),
      sleep(50).then(async () => expect(await statusOf(id)).toBe('APPROVED')),
      sleep(50).then(() => paypal.capture(id, `slow-${id}`)),
    ]);
    expect([slow.status, other.status]).toEqual([201, 200]);
    expect(captureOf(other).id).toBe(captureOf(slow).id);
  });
});

describe('answers lie', () => {
  test('an order has no id', async () => {
    await paypal.setFaults(onCall('createOrder', { withoutId: true }));
    const { status, body } = await paypal.create(makeOrder('no-id'));
    expect([status, 'id' in body]).toEqual([201, false]);
  });

  test('amounts differ, in what is answered only', async () => {
    const id = await approved();
    await paypal.setFaults(onCall('getOrder', { wrongAmount: '0.01' }, { nth: 1 }));
    const amount = async () => (await paypal.find(id)).body.purchase_units as [{ amount: { value: string } }];
    expect((await amount())[0].amount.value).toBe('0.01');
    expect((await amount())[0].amount.value).toBe('22.50');
  });

  test('a capture is answered with 201 and took nothing', async () => {
    const id = await approved();
    await paypal.setFaults(onCall('captureOrder', { captureStatus: 'DECLINED' }));
    const answer = await paypal.capture(id);
    expect([answer.status, answer.body.status, captureOf(answer).status]).toEqual([201, 'COMPLETED', 'DECLINED']);
    expect((await paypal.ledger()).some(({ order_id }) => order_id === id)).toBe(false);
  });
});

describe('rules', () => {
  test('fire on the nth call, for one order, for a header', async () => {
    const [one, two] = [await approved(), await approved()];
    await paypal.setFaults(
      onCall('getOrder', { status: 503 }, { nth: 2, orderId: one }),
      onCall('getOrder', { status: 429 }, { header: { 'x-test': 'yes' } }),
    );
    const statuses = [];
    for (const id of [two, one, one, one]) statuses.push((await paypal.find(id)).status);
    expect(statuses).toEqual([200, 200, 503, 200]);
    const marked = await paypal.call('GET', `/v2/checkout/orders/${two}`, undefined, { headers: { 'x-test': 'yes' } });
    expect(marked.status).toBe(429);
    const { body } = await paypal.call('GET', '/standin/faults');
    expect(body.rules).toMatchObject([{ seen: 3 }, { seen: 1 }]);
  });

  test('expire an order, and let a second capture of an invoice pass', async () => {
    const id = await approved();
    await paypal.setFaults(onCall('captureOrder', { expireOrder: true }));
    expect((await paypal.capture(id)).status).toBe(404);

    const orders = await Promise.all([paypal.create(makeOrder('pair')), paypal.create(makeOrder('pair'))]);
    await paypal.setFaults(onCall('captureOrder', { allowDuplicateInvoice: true }));
    for (const { body } of orders) {
      await paypal.approve(body.id);
      expect((await paypal.capture(body.id)).status).toBe(201);
    }
  });

  test('with a misspelt knob are refused', async () => {
    const rules = [onCall('captureOrder', { comitThen500: true } as Fault)];
    expect((await paypal.call('POST', '/standin/faults', { rules })).status).toBe(400);
    expect((await paypal.call('POST', '/standin/faults', { rules: [onCall('captureOrdr', {})] })).status).toBe(400);
  });

  test("PayPal's own header for negative tests works alike", async () => {
    const id = await approved();
    const mock = (code: string) =>
      paypal.call(
        'POST',
        `/v2/checkout/orders/${id}/capture`,
        {},
        {
          headers: { 'paypal-mock-response': JSON.stringify({ mock_application_codes: code }) },
        },
      );
    const declined = await mock('INSTRUMENT_DECLINED');
    expect([declined.status, issuesOf(declined)]).toEqual([422, ['INSTRUMENT_DECLINED']]);
    expect((await mock('INTERNAL_SERVER_ERROR')).status).toBe(500);
    expect(await statusOf(id)).toBe('APPROVED');
  });
});
