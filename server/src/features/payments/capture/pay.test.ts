import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import type { Rule } from '../../../../../paypal-stand-in/faults/fault-rules.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.provider.setFaults());
afterEach(async () => {
  checkout.shop.setNow(TEST_NOW);
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

const onCall = (op: string, then: Rule['then']): Rule => ({ match: { op, nth: 1 }, then });

const start = async () => {
  const { token, order, person } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  return { token, order, person, paypalOrder: id };
};

describe('paying', () => {
  test('completes the order, once, for what the page said', { tags: ['§7.19', 'D10', 'G10', 'G16'] }, async () => {
    const { token, order, person, paypalOrder } = await start();
    await checkout.provider.approve(paypalOrder);
    const answer = await checkout.pay.capture(token, order.id, paypalOrder);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { order_id: order.id, state: 'paid', detail: 'Your purchase was successful.' },
    ]);
    const paid = await checkout.findOrder(token, order.id);
    expect(paid).toMatchObject({
      status: 'C',
      total_cost: order.total_cost,
      delivery_fee: 5,
      amount_to_pay: order.total_cost + 5,
      text: 'With love',
      delivery_date: '2026-11-17',
      address: { city: 'York', recipient_name: 'Nell Whitcombe' },
      being_paid: false,
    });
    expect(await checkout.takenFor(order.id)).toEqual([Math.round(paid.amount_to_pay * 100)]);
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('paid');

    await checkout.shop.doJobs();
    const [buyers, florists] = checkout.shop.letters().slice(-2);
    expect([buyers?.kind, buyers?.to]).toEqual(['order-confirmed', person.user.email]);
    expect(buyers?.text).toContain(`/login?next=/history/${order.id}/change`);
    expect(buyers?.text).toContain(`/track/${order.id}-`);
    expect([florists?.kind, florists?.to]).toEqual(['order-to-tie', 'hello@marigoldlane.example']);
    const wish = 'If nobody is in: leave them with a neighbour';
    for (const words of ['With love', 'Flat 3, Alder House', 'Tuesday 17 November', 'Nell Whitcombe', wish]) {
      expect(florists?.text).toContain(words);
    }
  });

  test('is idempotent: the second click, tab and event find it done', async () => {
    const { token, order, paypalOrder } = await start();
    const again = (await checkout.pay.create(token, order)).json() as { id: string };
    expect(again.id).toBe(paypalOrder);
    await checkout.provider.approve(paypalOrder);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => checkout.pay.capture(token, order.id, paypalOrder)),
    );
    expect(new Set(answers.map((answer) => answer.json().state))).toEqual(new Set(['paid']));
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('paid');
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
    expect((await checkout.pay.create(token, order)).status).toBe(409);
  });

  test('twenty clicks at once open one payment', async () => {
    const { token, order } = await checkout.fillCart();
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout.pay.create(token, order)));
    const ids = answers.filter(({ status }) => status === 200).map((answer) => answer.json().id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(1);
  });

  test('freezes prices: a change of the catalogue does not touch what was paid for', async () => {
    const { token, order, paypalOrder } = await start();
    await checkout.provider.approve(paypalOrder);
    await checkout.pay.capture(token, order.id, paypalOrder);
    const before = await checkout.findOrder(token, order.id);
    await checkout.shop.deps.db.execute(sql`update products set price_pence = price_pence + 100, name = name || ' II'`);
    expect((await checkout.findOrder(token, order.id)).order_items.map(({ price, name }) => [price, name])).toEqual(
      before.order_items.map(({ price, name }) => [price, name]),
    );
    await checkout.shop.deps.db.execute(
      sql`update products set price_pence = price_pence - 100, name = left(name, -3)`,
    );
  });
});

describe('refuses', () => {
  test('an amount that is not ours, and charges nothing', { tags: 'G11' }, async () => {
    const { token, order } = await checkout.fillCart();
    for (const amount of ['0.01', '1', String(order.total_cost + 5), '99999.99']) {
      const answer = await checkout.pay.create(token, order, amount);
      expect([answer.status, answer.json()]).toEqual([
        409,
        { detail: 'Your cart has changed. Please look at it again.' },
      ]);
    }
    expect((await checkout.pay.create(token, order, 'free')).status).toBe(400);
  });

  test("another person's order, and a payment of another order", async () => {
    const { token, order, paypalOrder } = await start();
    const other = await registerSomeone(checkout.shop);
    expect((await checkout.pay.create(other.access, order)).status).toBe(404);
    expect((await checkout.pay.capture(other.access, order.id, paypalOrder)).status).toBe(404);
    expect((await checkout.pay.status(other.access, order.id)).status).toBe(404);
    const mine = await start();
    expect((await checkout.pay.capture(token, order.id, mine.paypalOrder)).status).toBe(404);
  });

  test('what cannot be an id of the provider', async () => {
    const { token, order } = await start();
    for (const id of ['\u0000', '', 'a b', '../capture', 'x'.repeat(61), '\ud800'])
      expect((await checkout.pay.capture(token, order.id, id)).status, JSON.stringify(id)).toBe(400);
  });

  test('to capture what was not approved', async () => {
    const { token, order, paypalOrder } = await start();
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('open');
    expect((await checkout.findOrder(token, order.id)).status).toBe('P');
    expect(await checkout.takenFor(order.id)).toEqual([]);
  });

  test('to charge for a cart that was changed after it was approved, and the next payment is a new one', async () => {
    const { token, order, paypalOrder } = await start();
    await checkout.provider.approve(paypalOrder);
    const [item] = order.order_items;
    await checkout.shop.call('PATCH', `/api/user/orders/${order.id}/order-items/${item?.id}/`, {
      token,
      body: { quantity: 3 },
    });
    const answer = await checkout.pay.capture(token, order.id, paypalOrder);
    expect(answer.json().state).toBe('changed');
    expect(await checkout.takenFor(order.id)).toEqual([]);
    const changed = await checkout.findOrder(token, order.id);
    const next = (await checkout.pay.create(token, changed)).json() as { id: string };
    expect(next.id).not.toBe(paypalOrder);
    await checkout.provider.approve(next.id);
    expect((await checkout.pay.capture(token, order.id, next.id)).json().state).toBe('paid');
    expect(await checkout.takenFor(order.id)).toEqual([Math.round(changed.amount_to_pay * 100)]);
  });

  test('a price that changed between approval and capture', async () => {
    const { token, order, paypalOrder } = await start();
    await checkout.provider.approve(paypalOrder);
    await checkout.shop.deps.db.execute(sql`update products set price_pence = price_pence + 1`);
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('changed');
    await checkout.shop.deps.db.execute(sql`update products set price_pence = price_pence - 1`);
    expect(await checkout.takenFor(order.id)).toEqual([]);
  });

  test('a cart without an address, and an empty one', { tags: '§5.13' }, async () => {
    const { token, order } = await checkout.fillCart();
    await checkout.shop.deps.db.execute(sql`update carts set shipping_address_id = null where id = ${order.id}`);
    expect((await checkout.pay.create(token, order)).json()).toEqual({
      shipping_address: ['Please select an address to proceed.'],
    });
    for (const { id } of order.order_items) {
      await checkout.shop.call('DELETE', `/api/user/orders/${order.id}/order-items/${id}/`, { token });
    }
    const empty = await checkout.pay.create(token, { id: order.id, total_cost: 0 });
    expect(empty.json()).toEqual({ detail: 'Your cart is empty.' });
  });

  test.each(['2026-11-17', null])(
    'to promise a day that noon has taken away (chosen: %s), and charges nothing',
    { tags: 'G14' },
    async (day) => {
      checkout.shop.setNow(new Date('2026-11-16T11:58:00Z'));
      const { token, order } = await checkout.fillCart();
      if (day) {
        const path = `/api/user/orders/${order.id}/update-delivery-date/`;
        await checkout.shop.call('PATCH', path, { token, body: { delivery_date: day } });
      }
      const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
      await checkout.provider.approve(id);
      checkout.shop.setNow(new Date('2026-11-16T12:00:05Z'));
      expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('changed');
      expect(await checkout.takenFor(order.id)).toEqual([]);
    },
  );

  test('a declined card: nothing is charged, and another way to pay works', async () => {
    const { token, order, paypalOrder } = await start();
    await checkout.provider.setFaults(onCall('captureOrder', { declineCapture: 'INSTRUMENT_DECLINED' }));
    await checkout.provider.approve(paypalOrder);
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('declined');
    expect((await checkout.findOrder(token, order.id)).being_paid).toBe(false);
    await checkout.provider.approve(paypalOrder);
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('paid');
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
  });

  test('a card whose bank wants to see the buyer, and says so', async () => {
    const { token, order, paypalOrder } = await start();
    await checkout.provider.setFaults(onCall('captureOrder', { declineCapture: 'PAYER_ACTION_REQUIRED' }));
    await checkout.provider.approve(paypalOrder);
    const answer = (await checkout.pay.capture(token, order.id, paypalOrder)).json();
    expect([answer.state, answer.detail]).toEqual([
      'declined',
      expect.stringContaining('Your bank wants you to confirm'),
    ]);
    await checkout.provider.approve(paypalOrder);
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('paid');
  });
});
