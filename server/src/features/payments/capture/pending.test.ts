import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { onCall } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';
import { sweepPayments } from './sweep-payments.ts';

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

/** PayPal takes the payment and does not decide yet. */
async function payPending(later: 'COMPLETED' | 'DENIED') {
  const { person, token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  await checkout.provider.setFaults(
    onCall('captureOrder', { pendingCapture: { later, afterSeconds: 3600 } }, { orderId: id }),
  );
  expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('waiting');
  await checkout.shop.tryJobs();
  return { email: person.user.email, token, order };
}

const pendingOf = async (token: string) =>
  (await checkout.shop.call('GET', '/api/user/orders/?status=P,W', { token })).json() as {
    id: number;
    being_paid: boolean;
    stage: string | null;
    order_items: { product: number; quantity: number }[];
  }[];

/** PayPal decides; the shop hears of it from its sweeper alone. */
async function decide() {
  await checkout.provider.call('POST', '/standin/clock', { advance_seconds: 3700 });
  await checkout.shop.deps.db.execute(sql`update payments set look_again_at = look_again_at - interval '1 hour'`);
  await sweepPayments(checkout.shop.deps);
}

const startCart = async (token: string) => {
  const [product] = (await checkout.shop.get('/api/products/?limit=1')).json() as { id: number }[];
  const body = { order_items: [{ product: product?.id, quantity: 1 }] };
  return (await checkout.shop.call('POST', '/api/user/orders/', { token, body })).json() as { id: number };
};

async function subjectsTo(address: string) {
  await checkout.shop.tryJobs();
  return checkout.shop.letters().flatMap(({ to, subject }) => (to === address ? [subject] : []));
}

const REFUSED = 'Your payment did not go through';

describe('money that a page took by an older payment while a newer one has the order', () => {
  test.each(['COMPLETED', 'DENIED'] as const)('waits for the newer one, which ends as %s', async (later) => {
    const { token, order } = await checkout.fillCart();
    const open = async () => {
      const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
      await checkout.provider.approve(id);
      return id;
    };
    const older = await open();
    // PayPal deletes what is older: the same cart gets another payment.
    const isOlder = sql`provider_order_id = ${older}`;
    await checkout.shop.deps.db.execute(
      sql`update payments set created_at = created_at - interval '3 hours' where ${isOlder}`,
    );
    const newer = await open();
    await checkout.provider.setFaults(
      onCall('captureOrder', { pendingCapture: { later, afterSeconds: 3600 } }, { orderId: newer }),
      onCall('captureOrder', { allowDuplicateInvoice: true }, { orderId: older }),
    );
    expect((await checkout.pay.capture(token, order.id, newer)).json().state).toBe('waiting');
    expect((await checkout.provider.capture(older, `page-${older}`)).status).toBe(201);
    const told = await checkout.pay.capture(token, order.id, older);
    expect([told.status, told.json().state]).toEqual([200, 'waiting']);
    await decide();
    await decide();
    expect((await checkout.findOrder(token, order.id)).status).toBe('C');
    const taken = (await checkout.takenFor(order.id)).map(Math.sign).toSorted();
    expect(taken).toEqual(later === 'COMPLETED' ? [-1, 1, 1] : [1]);
  });
});

describe('a payment that PayPal keeps pending', () => {
  test('leaves the cart free: the order waits under its own number, and another can be filled and paid', async () => {
    const { token, order } = await payPending('COMPLETED');
    expect(await pendingOf(token)).toMatchObject([{ id: order.id, being_paid: true, stage: 'awaiting payment' }]);
    const cart = await startCart(token);
    expect(cart.id).not.toBe(order.id);
    expect((await pendingOf(token)).map(({ id, being_paid }) => [id, being_paid])).toEqual([
      [cart.id, false],
      [order.id, true],
    ]);
    await decide();
    expect(await checkout.findOrder(token, order.id)).toMatchObject({ status: 'C', stage: 'to tie' });
    expect((await pendingOf(token)).map(({ id }) => id)).toEqual([cart.id]);
  });

  test('and is paid at last brings the confirmation, once', async () => {
    const { email, token, order } = await payPending('COMPLETED');
    const before = (await subjectsTo(email)).length;
    await decide();
    await decide();
    const told = (await subjectsTo(email)).slice(before);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(String(order.id));
    expect((await checkout.findOrder(token, order.id)).status).toBe('C');
  });

  test('and is refused at last brings a letter, once, and the flowers into the cart again', async () => {
    const { email, token, order } = await payPending('DENIED');
    const before = (await subjectsTo(email)).length;
    await decide();
    await decide();
    expect((await subjectsTo(email)).slice(before)).toEqual([REFUSED]);
    const letter = checkout.shop.letters().findLast(({ to }) => to === email);
    expect(letter?.text).toContain('No money was taken');
    expect(letter?.text).toContain('in your cart again');
    expect(await checkout.takenFor(order.id)).toEqual([]);
    expect(await checkout.findOrder(token, order.id)).toMatchObject({ status: 'P', stage: null, being_paid: false });
  });

  test('and is refused after another cart was begun puts its flowers there', async () => {
    const { email, token, order } = await payPending('DENIED');
    const cart = await startCart(token);
    await decide();
    const [merged, ...more] = await pendingOf(token);
    expect(more).toEqual([]);
    expect(merged?.id).toBe(cart.id);
    expect(merged?.order_items.map(({ product }) => product).toSorted()).toEqual(
      order.order_items.map(({ product }) => product).toSorted(),
    );
    expect(await subjectsTo(email)).toContain(REFUSED);
  });

  test.each(['COMPLETED', 'DENIED'] as const)('is told once though the process dies (%s)', async (later) => {
    const { email } = await payPending(later);
    const before = (await subjectsTo(email)).length;
    for (const point of ['order looked up', 'order completed, not yet committed', 'outcome recorded']) {
      dieAt = point;
      await decide();
    }
    dieAt = undefined;
    await decide();
    expect((await subjectsTo(email)).slice(before)).toHaveLength(1);
  });

  test('is not refused by letter where it was never pending: the page says that', async () => {
    const { person, token, order } = await checkout.fillCart();
    const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
    await checkout.provider.approve(id);
    await checkout.provider.setFaults(onCall('captureOrder', { declineCapture: 'TRANSACTION_REFUSED' }));
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('declined');
    expect(await subjectsTo(person.user.email)).not.toContain(REFUSED);
  });
});
