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
  await checkout.provider.setFaults();
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
  await checkout.shop.tryJobs();
  // Whatever PayPal asked for in the test before is over.
  later += 120_000;
  pass(0);
});

let later = 0;
/** Moves the shop's clock on. */
function pass(seconds: number): void {
  later += seconds * 1000;
  checkout.shop.setNow(new Date(TEST_NOW.getTime() + later));
}

const onEach = (op: string, then: Rule['then'] = {}, match: Partial<Rule['match']> = {}): Rule => ({
  match: { op, ...match },
  then,
});
const count = async () => {
  const { body } = await checkout.provider.call('GET', '/standin/faults');
  return (body.rules as { seen: number }[]).map(({ seen }) => seen);
};
const sweep = () => checkout.shop.handlers['sweep-payments']?.work({});

async function open() {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  return { token, order, paypalOrder: id };
}
async function approved() {
  const opened = await open();
  await checkout.provider.approve(opened.paypalOrder);
  return opened;
}

/** As many calls as were measured once within five seconds, some at once and some one after the other. */
async function hammer(ask: () => ReturnType<typeof checkout.shop.call>) {
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  while (answers.length < 442) answers.push(...(await Promise.all(Array.from({ length: 26 }, ask))));
  return answers;
}

describe('one account that asks as fast as it can', () => {
  test('how a payment stands costs PayPal one call, and hears when to ask again', async () => {
    const { token, order } = await open();
    await checkout.provider.setFaults(onEach('*'));
    const answers = await hammer(() => checkout.pay.status(token, order.id));
    expect(await count()).toEqual([1]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const refused = answers.findLast(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.json()).toEqual({ detail: expect.stringContaining('Too many attempts.') });
  });

  test('to have it taken costs PayPal a few calls, and nobody else their payment', async () => {
    const { token, order, paypalOrder } = await open();
    const other = await approved();
    await checkout.provider.setFaults(onEach('*'));
    const answers = await hammer(() => checkout.pay.capture(token, order.id, paypalOrder));
    const [calls = 0] = await count();
    expect(calls).toBeLessThanOrEqual(60);
    expect(Number(answers.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await checkout.pay.capture(other.token, other.order.id, other.paypalOrder)).json().state).toBe('paid');
  });

  test('for the same button opens one payment with one call', async () => {
    const { token, order } = await checkout.fillCart();
    await checkout.provider.setFaults(onEach('createOrder', { delayBefore: 100 }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout.pay.create(token, order)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await count()).toEqual([1]);
  });
});

describe('asking how a payment stands', () => {
  test('takes no money: what was approved is taken by a job, a moment later', async () => {
    const { token, order } = await approved();
    await checkout.provider.setFaults(onEach('captureOrder'));
    for (let asks = 0; asks < 3; asks++)
      expect((await checkout.pay.status(token, order.id)).json()).toMatchObject({ state: 'waiting' });
    expect(await count()).toEqual([0]);
    expect(await checkout.takenFor(order.id)).toEqual([]);
    await checkout.shop.doJobs();
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('paid');
  });

  test('gives no money back either', async () => {
    const { token, order, paypalOrder } = await approved();
    const path = `/api/user/orders/${order.id}/order-items/${order.order_items[0]?.id}/`;
    await checkout.provider.capture(paypalOrder, `page-${paypalOrder}`);
    await checkout.shop.call('PATCH', path, { token, body: { quantity: 7 } });
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('waiting');
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
    await checkout.shop.doJobs();
    expect((await checkout.takenFor(order.id)).map(Math.sign)).toEqual([1, -1]);
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('returned');
  });

  test('finds a window that was closed before approving open, and one pressed again afresh', async () => {
    const { token, order, paypalOrder } = await open();
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('open');
    expect((await checkout.pay.create(token, order)).json()).toEqual({
      id: paypalOrder,
      amount_to_pay: order.amount_to_pay,
      delivery_date: '2026-11-17',
    });
    await checkout.provider.approve(paypalOrder);
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('waiting');
  });

  test('has a payment without a clear answer looked up, as often as someone asks', async () => {
    const { token, order, paypalOrder } = await approved();
    await checkout.provider.setFaults(onEach('captureOrder', { commitThen500: true }));
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('waiting');
    await checkout.provider.setFaults(onEach('getOrder', { status: 503 }, { nth: 1 }));
    for (let asks = 0; asks < 2; asks++) {
      pass(11);
      expect((await checkout.pay.status(token, order.id)).json().state).toBe('waiting');
      await checkout.shop.handlers['nudge-payment']?.work(await takeNudge());
    }
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('paid');
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
  });

  /** Takes the one job that asks for a look out of its queue. */
  async function takeNudge(): Promise<object> {
    const { rows } = await checkout.shop.deps.db.execute<{ data: object }>(
      sql`delete from jobs.job where name = 'nudge-payment' and state = 'created' returning data`,
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.data ?? {};
  }
});

describe('a PayPal that has enough of us', () => {
  test('is no outage: five times 429 to some close payments for nobody', async () => {
    const eager = await approved();
    const others = await Promise.all(Array.from({ length: 2 }, () => checkout.fillCart()));
    await checkout.provider.setFaults(onEach('getOrder', { status: 429 }));
    for (let tries = 0; tries < 6; tries++) {
      pass(10);
      expect((await checkout.pay.capture(eager.token, eager.order.id, eager.paypalOrder)).json().state).toBe('waiting');
    }
    for (const { token, order } of others) expect((await checkout.pay.create(token, order)).status).toBe(200);
  });

  test('is left alone for as long as it asks, for that kind of call, and the buyer hears how long', async () => {
    const { token, order } = await checkout.fillCart();
    const other = await approved();
    await checkout.provider.setFaults(onEach('createOrder', { status: 429, retryAfter: 20 }));
    const refused = await checkout.pay.create(token, order);
    expect([refused.status, refused.headers['retry-after'], refused.json()]).toEqual([
      503,
      '20',
      { detail: "We couldn't reach the payment service. Nothing has been charged." },
    ]);
    pass(15);
    expect((await checkout.pay.create(token, order)).headers['retry-after']).toBe('5');
    expect(await count()).toEqual([1]);
    expect((await checkout.pay.capture(other.token, other.order.id, other.paypalOrder)).json().state).toBe('paid');
    await checkout.provider.setFaults();
    pass(5);
    expect((await checkout.pay.create(token, order)).status).toBe(200);
  });

  test('is asked for the same capture again when it may be, with the same request id', async () => {
    const { token, order, paypalOrder } = await approved();
    const { rows } = await checkout.shop.deps.db.execute<{ id: string }>(
      sql`select id from payments where provider_order_id = ${paypalOrder}`,
    );
    const header = { 'paypal-request-id': `capture-${rows[0]?.id}-1` };
    await checkout.provider.setFaults(
      onEach('captureOrder', { status: 429, retryAfter: 30 }, { nth: 1, orderId: paypalOrder }),
      onEach('captureOrder', {}, { header }),
    );
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('waiting');
    for (let looks = 0; looks < 4; looks++) {
      pass(7);
      await sweep();
      await checkout.pay.capture(token, order.id, paypalOrder);
    }
    expect(await count()).toEqual([1, 1]);
    expect(await checkout.takenFor(order.id)).toEqual([]);
    pass(3);
    await sweep();
    expect(await count()).toEqual([2, 2]);
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('paid');
  });
});
