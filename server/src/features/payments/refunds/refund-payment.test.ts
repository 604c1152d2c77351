import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatPounds } from '#contract/money.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { onCall } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let dieAt: string | undefined;

beforeAll(async () => {
  checkout = await openTestCheckout({
    onPoint: (point) => {
      if (point === dieAt) throw new Error('The process died.');
    },
  });
});
afterAll(() => checkout.close());
beforeEach(async () => {
  dieAt = undefined;
  await checkout.provider.setFaults();
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

/** Approved, then the cart is changed, and then a page captures without us: money that belongs to no order. */
async function takeMoneyOfNoOrder() {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  const [item] = order.order_items;
  await checkout.shop.call('PATCH', `/api/user/orders/${order.id}/order-items/${item?.id}/`, {
    token,
    body: { quantity: 3 },
  });
  await checkout.provider.capture(id);
  return { token, order, paypalOrder: id };
}

const heldFor = async (orderId: number) => (await checkout.takenFor(orderId)).reduce((sum, pence) => sum + pence, 0);
const stateOf = async (orderId: number) => {
  const { rows } = await checkout.shop.deps.db.execute<{ state: string }>(
    sql`select state from payments where order_id = ${orderId}`,
  );
  return rows.map(({ state }) => state);
};

async function hearOfIt(paypalOrder: string): Promise<void> {
  const heard = sql`select 1 from webhook_events
    where type = 'PAYMENT.CAPTURE.COMPLETED' and body::text like ${`%${paypalOrder}%`}`;
  await checkout.provider.call('POST', '/standin/webhooks', { release: true });
  await vi.waitFor(async () => expect((await checkout.shop.deps.db.execute(heard)).rows).toHaveLength(1), {
    timeout: 60_000,
  });
  await checkout.provider.call('POST', '/standin/webhooks', { hold: true });
}

describe('money that belongs to no order', () => {
  test('goes back, once', async () => {
    const { token, order, paypalOrder } = await takeMoneyOfNoOrder();
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('returned');
    await checkout.pay.capture(token, order.id, paypalOrder);
    await checkout.shop.tryJobs();
    expect(await checkout.takenFor(order.id)).toHaveLength(2);
    expect([await heldFor(order.id), await stateOf(order.id)]).toEqual([0, ['refunded']]);
  });

  test('and its buyer is told by letter, once', async () => {
    const { token, order, paypalOrder } = await takeMoneyOfNoOrder();
    await checkout.shop.tryJobs();
    const before = checkout.shop.letters().length;
    await checkout.pay.capture(token, order.id, paypalOrder);
    await checkout.pay.capture(token, order.id, paypalOrder);
    await checkout.shop.tryJobs();
    const told = checkout.shop.letters().slice(before);
    expect(told.map(({ subject }) => subject)).toEqual([
      `${formatPounds(order.amount_to_pay)} is on its way back to you`,
    ]);
  });

  test.each(['outcome recorded', 'refund intended', 'refunded at the provider'])(
    'goes back soon, though the process died at: %s',
    async (point) => {
      const { token, order, paypalOrder } = await takeMoneyOfNoOrder();
      dieAt = point;
      expect((await checkout.pay.capture(token, order.id, paypalOrder)).status).toBe(500);
      expect(await stateOf(order.id)).toEqual(['refunding']);
      dieAt = undefined;
      // Nobody is told that it is still being confirmed.
      expect((await checkout.pay.status(token, order.id)).json().state).toBe('returned');
      // Neither the buyer nor an event nor the sweeper comes: a job was left behind with the intent.
      await checkout.shop.tryJobs();
      expect(await checkout.takenFor(order.id)).toHaveLength(2);
      expect([await heldFor(order.id), await stateOf(order.id)]).toEqual([0, ['refunded']]);
    },
  );
});

test('nobody opens a payment after three of them went back: PayPal keeps its fee of each', async () => {
  const { token, order } = await checkout.fillCart();
  const [item] = order.order_items;
  const path = `/api/user/orders/${order.id}/order-items/${item?.id}/`;
  let cart = order;
  for (let quantity = 2; quantity < 5; quantity += 1) {
    const { id } = (await checkout.pay.create(token, cart)).json() as { id: string };
    await checkout.provider.approve(id);
    await checkout.shop.call('PATCH', path, { token, body: { quantity } });
    await checkout.provider.setFaults(onCall('captureOrder', { allowDuplicateInvoice: true }));
    await checkout.provider.capture(id);
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('returned');
    cart = await checkout.findOrder(token, order.id);
  }
  const refused = await checkout.pay.create(token, cart);
  expect([refused.status, refused.json().detail]).toEqual([
    409,
    'Three of your payments went back to you this month, because the cart had changed meanwhile. Please write to us before you pay again.',
  ]);
  await checkout.shop.deps.db.execute(sql`update payments set changed_at = changed_at - interval '30 days'`);
  expect((await checkout.pay.create(token, cart)).status).toBe(200);
});

describe('an event that tells of it', () => {
  test('comes again while somebody else has the payment in hand', async () => {
    const { order, paypalOrder } = await takeMoneyOfNoOrder();
    const lease = new Date(checkout.shop.deps.clock.now().getTime() + 12_000);
    await checkout.shop.deps.db.execute(sql`update payments set lease_until = ${lease} where order_id = ${order.id}`);
    await hearOfIt(paypalOrder);
    expect(await checkout.shop.tryJobs()).not.toEqual([]);
    expect(await heldFor(order.id)).toBeGreaterThan(0);
    await checkout.shop.deps.db.execute(sql`update payments set lease_until = null where order_id = ${order.id}`);
    await checkout.shop.tryJobs();
    expect([await heldFor(order.id), await stateOf(order.id)]).toEqual([0, ['refunded']]);
  });

  test('comes again when the provider cannot be asked about it', async () => {
    const { order, paypalOrder } = await takeMoneyOfNoOrder();
    await hearOfIt(paypalOrder);
    await checkout.provider.setFaults(onCall('getOrder', { status: 503 }));
    expect(await checkout.shop.tryJobs()).not.toEqual([]);
    await checkout.provider.setFaults();
    await checkout.shop.tryJobs();
    expect([await heldFor(order.id), await stateOf(order.id)]).toEqual([0, ['refunded']]);
  });
});
