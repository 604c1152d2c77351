import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import type { Rule } from '../../../../../paypal-stand-in/faults/fault-rules.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());
beforeEach(async () => {
  checkout.shop.setNow(TEST_NOW);
  await checkout.provider.setFaults();
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

const onCall = (op: string, then: Rule['then'], nth = 1): Rule => ({ match: { op, nth }, then });
const onEachCall = (op: string, then: Rule['then']): Rule => ({ match: { op }, then });

/** Everything that is looked at later, now: jobs, and the sweeper minute by minute for a while. */
async function letTimePass(minutes = 12): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    checkout.shop.setNow(new Date(checkout.shop.deps.clock.now().getTime() + 61_000));
    await checkout.shop.handlers['sweep-payments']?.work({});
  }
}

async function approved() {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  return { token, order, paypalOrder: id };
}

/** M1–M4: the order is completed if and only if exactly its amount is held by the provider. */
async function expectAgreement(orderId: number): Promise<'paid' | 'not paid'> {
  const { rows } = await checkout.shop.deps.db.execute<{
    status: string;
    total: number;
    fee: number;
    captured: number;
  }>(sql`
    select status, (select pence from order_sums where order_id = number.id and kind = 'goods') as total,
      (select pence from order_sums where order_id = number.id and kind = 'delivery') as fee,
      (select count(*)::int from payments where order_id = number.id and state = 'captured') as captured
    from order_numbers as number left join orders on orders.id = number.id where number.id = ${orderId}`);
  const order = rows[0];
  const taken = (await checkout.takenFor(orderId)).reduce((sum, pence) => sum + pence, 0);
  if (order?.status === 'C') expect([taken, order.captured]).toEqual([order.total + order.fee, 1]);
  else expect([taken, order?.captured]).toEqual([0, 0]);
  return order?.status === 'C' ? 'paid' : 'not paid';
}

const LOST_ANSWERS: [string, Rule['then']][] = [
  ['the answer is a 500', { commitThen500: true }],
  ['the line is cut', { commitThenReset: true }],
  ['the answer is a page', { htmlPage: 502 }],
  ['the answer is half a JSON', { malformedJson: true }],
  ['the answer lacks the id', { withoutId: true }],
  ['no answer comes in time', { commitThenTimeout: 8_000 }],
];

describe('a capture that was done, though', () => {
  test.each(LOST_ANSWERS)('%s', async (_what, then) => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onCall('captureOrder', then));
    const answer = await checkout.pay.capture(token, order.id, paypalOrder);
    expect(['paid', 'waiting']).toContain(answer.json().state);
    await letTimePass();
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
    expect(await expectAgreement(order.id)).toBe('paid');
  });
});

describe('a capture that was not done, because', () => {
  test.each<[string, Rule['then']]>([
    ['the line was cut before', { dropBeforeCommit: true }],
    ['the provider was too busy', { status: 429, retryAfter: 1 }],
    ['the provider was down', { status: 503 }],
    ['the token had ended', { status: 401 }],
    ['the same request was in progress', { status: 409 }],
  ])('%s, is done later, once', async (_what, then) => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onCall('captureOrder', then));
    await checkout.pay.capture(token, order.id, paypalOrder);
    await letTimePass();
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
    expect(await expectAgreement(order.id)).toBe('paid');
  });

  test.each(['TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'COMPLIANCE_VIOLATION', 'INSTRUMENT_DECLINED'])(
    'the provider said %s, charges nothing and frees the cart',
    async (issue) => {
      const { token, order, paypalOrder } = await approved();
      await checkout.provider.setFaults(onCall('captureOrder', { declineCapture: issue }));
      expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('declined');
      expect((await checkout.findOrder(token, order.id)).being_paid).toBe(false);
      expect(await expectAgreement(order.id)).toBe('not paid');
    },
  );

  test('it was declined once, is not tried again behind the back of a buyer who was told so', async () => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onCall('captureOrder', { declineCapture: 'INSTRUMENT_DECLINED' }));
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('declined');
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('declined');
    await letTimePass(30);
    expect(await expectAgreement(order.id)).toBe('not paid');
  });

  test('it is answered 201 and DECLINED all the same', async () => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onCall('captureOrder', { captureStatus: 'DECLINED' }));
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('declined');
    expect(await expectAgreement(order.id)).toBe('not paid');
  });
});

describe('a capture that is pending', () => {
  test.each([
    ['COMPLETED', 'paid'],
    ['DENIED', 'not paid'],
  ] as const)('and later %s leaves the order %s; until then nobody says so', { tags: 'D17' }, async (later, end) => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onCall('captureOrder', { pendingCapture: { later, afterSeconds: 60 } }));
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('waiting');
    expect((await checkout.findOrder(token, order.id)).status).toBe('W');
    const change = await checkout.shop.call('PATCH', `/api/user/orders/${order.id}/update-text/`, {
      token,
      body: { text: 'x' },
    });
    expect([change.status, change.json()]).toEqual([409, { detail: 'Your payment is being confirmed.' }]);
    await checkout.provider.advance(61);
    await letTimePass(30);
    expect(await expectAgreement(order.id)).toBe(end);
  });
});

describe('opening a payment', () => {
  test.each(LOST_ANSWERS)('whose answer is lost opens it once: %s', async (_what, then) => {
    const { token, order } = await checkout.fillCart();
    await checkout.provider.setFaults(onCall('createOrder', then), onCall('createOrder', then, 2));
    const first = await checkout.pay.create(token, order);
    expect([200, 503]).toContain(first.status);
    if (first.status === 503) {
      expect(first.json()).toEqual({ detail: "We couldn't reach the payment service. Nothing has been charged." });
    }
    await checkout.provider.setFaults();
    checkout.shop.setNow(new Date(checkout.shop.deps.clock.now().getTime() + 11_000));
    const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
    await checkout.provider.approve(id);
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('paid');
    expect(await expectAgreement(order.id)).toBe('paid');
  });

  test('a provider that is away is left alone after five failures, and asked again later', async () => {
    const { token, order } = await checkout.fillCart();
    await checkout.provider.setFaults(onEachCall('createOrder', { status: 503 }));
    for (let tries = 0; tries < 3; tries++) expect((await checkout.pay.create(token, order)).status).toBe(503);
    await checkout.provider.setFaults();
    // Still left alone.
    expect((await checkout.pay.create(token, order)).status).toBe(503);
    checkout.shop.setNow(new Date(checkout.shop.deps.clock.now().getTime() + 11_000));
    expect((await checkout.pay.create(token, order)).status).toBe(200);
  });
});

describe('an order at the provider that is not what we asked for', () => {
  test('is never captured', async () => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onEachCall('getOrder', { wrongAmount: '0.01' }));
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('changed');
    expect(await expectAgreement(order.id)).toBe('not paid');
  });
});

describe('a payment that is held and can no longer be captured', () => {
  test('lets the cart go when the provider has forgotten the order', async () => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onCall('captureOrder', { dropBeforeCommit: true }));
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('waiting');
    await checkout.provider.setFaults(onEachCall('getOrder', { expireOrder: true }));
    await letTimePass(5);
    expect(await stageOf(order.id), 'it may still hold money').toBe('awaiting payment');
    checkout.shop.setNow(new Date(checkout.shop.deps.clock.now().getTime() + 4 * 3_600_000));
    await letTimePass(10);
    expect(await stageOf(order.id)).toBeUndefined();
    expect(await expectAgreement(order.id)).toBe('not paid');
  });
});

/** `undefined` while it is a cart. */
async function stageOf(orderId: number): Promise<string | undefined> {
  const { rows } = await checkout.shop.deps.db.execute<{ stage: string }>(
    sql`select stage from orders where id = ${orderId}`,
  );
  return rows[0]?.stage;
}

describe('a buyer who closed the window', () => {
  test('after approving has the order completed by the sweeper', { tags: 'G10' }, async () => {
    const { order } = await approved();
    await letTimePass(20);
    expect(await expectAgreement(order.id)).toBe('paid');
  });

  test('before approving is charged nothing, and the payment is forgotten in the end', async () => {
    const { token, order } = await checkout.fillCart();
    await checkout.pay.create(token, order);
    for (let hour = 0; hour < 6; hour++) {
      checkout.shop.setNow(new Date(checkout.shop.deps.clock.now().getTime() + 3_600_000));
      await checkout.shop.handlers['sweep-payments']?.work({});
    }
    const { rows } = await checkout.shop.deps.db.execute(sql`select state from payments where order_id = ${order.id}`);
    expect(rows).toEqual([{ state: 'expired' }]);
    expect(await expectAgreement(order.id)).toBe('not paid');
  });
});

describe('money that was taken behind our back', () => {
  async function captureBehindOurBack() {
    const { token, order, paypalOrder } = await approved();
    const [item] = order.order_items;
    const path = `/api/user/orders/${order.id}/order-items/${item?.id}/`;
    await checkout.shop.call('PATCH', path, { token, body: { quantity: 7 } });
    const captured = await checkout.provider.capture(paypalOrder, `page-${paypalOrder}`);
    expect(captured.status).toBe(201);
    return { token, order, paypalOrder };
  }

  test('for a cart that has changed since goes back, once', async () => {
    const { token, order, paypalOrder } = await captureBehindOurBack();
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json()).toEqual({
      order_id: order.id,
      state: 'returned',
      detail: 'Money was taken for a cart that has changed since. All of it goes back to you.',
    });
    expect((await checkout.takenFor(order.id)).map(Math.sign)).toEqual([1, -1]);
    expect(await expectAgreement(order.id)).toBe('not paid');
    await letTimePass(3);
    expect(await checkout.takenFor(order.id)).toHaveLength(2);
  });

  test('goes back even if nobody tells us of it', async () => {
    const { order } = await captureBehindOurBack();
    await letTimePass(15);
    expect(await expectAgreement(order.id)).toBe('not paid');
    expect(await checkout.takenFor(order.id)).toHaveLength(2);
  });

  test.each([['commitThen500'], ['dropBeforeCommit'], ['commitThenReset']])(
    'goes back once when the refund meets %s',
    async (knob) => {
      const { order } = await captureBehindOurBack();
      await checkout.provider.setFaults(onCall('refundCapture', { [knob]: true }));
      await letTimePass(30);
      expect((await checkout.takenFor(order.id)).map(Math.sign)).toEqual([1, -1]);
    },
  );

  test('and went back leaves an order that can be paid for', async () => {
    const { token, order, paypalOrder } = await captureBehindOurBack();
    await checkout.pay.capture(token, order.id, paypalOrder);
    const changed = await checkout.findOrder(token, order.id);
    const { id } = (await checkout.pay.create(token, changed)).json() as { id: string };
    await checkout.provider.approve(id);
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('paid');
    expect(await expectAgreement(order.id)).toBe('paid');
  });

  test('for a payment that was refused for good is found all the same', async () => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onCall('captureOrder', { declineCapture: 'TRANSACTION_REFUSED' }));
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('declined');
    await checkout.provider.approve(paypalOrder);
    await checkout.provider.capture(paypalOrder, `page-${paypalOrder}`);
    await letTimePass(15);
    expect(await expectAgreement(order.id)).toBe('paid');
  });

  test('for the cart as it stands completes the order', async () => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.capture(paypalOrder, `page-${paypalOrder}`);
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('paid');
    expect(await expectAgreement(order.id)).toBe('paid');
  });
});
