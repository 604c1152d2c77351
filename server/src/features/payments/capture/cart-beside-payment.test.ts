import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import type { Rule } from '../../../../../paypal-stand-in/faults/fault-rules.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let bouquets: number[];

beforeAll(async () => {
  checkout = await openTestCheckout();
  bouquets = ((await checkout.shop.get('/api/products/')).json() as { id: number }[]).map(({ id }) => id);
});
afterAll(() => checkout.close());
beforeEach(async () => {
  checkout.shop.setNow(TEST_NOW);
  await checkout.provider.setFaults();
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

type Later = 'COMPLETED' | 'DENIED';

const onCapture = (then: Rule['then']): Rule => ({ match: { op: 'captureOrder', nth: 1 }, then });

/** Pays for a cart, and PayPal keeps the capture pending until `end` is called. */
async function pend(token: string, order: Order, later: Later) {
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  await checkout.provider.setFaults(onCapture({ pendingCapture: { later, afterSeconds: 60 } }));
  expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('waiting');
  await checkout.provider.setFaults();
}

/** PayPal decides, and the sweeper hears of it. Afterwards it is now again, so that nobody's token has run out. */
async function end(minutes = 20): Promise<void> {
  await checkout.provider.advance(61);
  await sweep(minutes);
  checkout.shop.setNow(TEST_NOW);
}

async function sweep(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    checkout.shop.setNow(new Date(checkout.shop.deps.clock.now().getTime() + 61_000));
    await checkout.shop.handlers['sweep-payments']?.work({});
  }
}

const add = (token: string, product: number | undefined, quantity = 1) =>
  checkout.shop.call('POST', '/api/user/orders/', { token, body: { order_items: [{ product, quantity }] } });
const list = async (token: string, query = '') =>
  (await checkout.shop.call('GET', `/api/user/orders/${query}`, { token })).json() as Order[];
const patch = (token: string, path: string, body: object) =>
  checkout.shop.call('PATCH', `/api/user/orders/${path}`, { token, body });
const linesOf = ({ order_items }: Order) => order_items.map(({ product, quantity }) => [product, quantity]);

describe('while PayPal keeps a capture pending', () => {
  test('a new cart can be filled, and is the cart', { tags: 'G36' }, async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'COMPLETED');
    const added = await add(token, bouquets[5]);
    expect(added.status).toBe(201);
    const cart = added.json() as Order;
    expect(cart.id).not.toBe(order.id);
    expect(linesOf(cart)).toEqual([[bouquets[5], 1]]);
    expect((await patch(token, `${cart.id}/update-text/`, { text: 'Another' })).status).toBe(200);
    const address = order.shipping_address;
    expect((await patch(token, `${cart.id}/update-shipping-address/`, { shipping_address: address })).status).toBe(200);
    const pending = await list(token, '?status=P,W');
    expect(pending.map(({ id, being_paid }) => [id, being_paid])).toEqual([
      [cart.id, false],
      [order.id, true],
    ]);
    expect((await list(token, `?before=${cart.id}`)).map(({ id }) => id)).toEqual([order.id]);
  });

  test('what is being paid for stays as it is', async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'COMPLETED');
    await add(token, bouquets[5]);
    const body = { product: bouquets[6], quantity: 1 };
    const refused = await checkout.shop.call('POST', `/api/user/orders/${order.id}/order-items/`, { token, body });
    expect([refused.status, refused.json()]).toEqual([409, { detail: 'Your payment is being confirmed.' }]);
    const address = `/api/user/profile/address/${order.shipping_address}/`;
    expect((await checkout.shop.call('DELETE', address, { token })).status).toBe(409);
    const leaving = await checkout.shop.call('POST', '/api/user/profile/delete/', {
      token,
      body: { password: PASSWORD },
    });
    expect(leaving.status).toBe(409);
    expect(linesOf(await checkout.findOrder(token, order.id))).toEqual(linesOf(order));
  });

  test('the new cart can be paid for as well, and each is charged once', async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'COMPLETED');
    const { id } = (await add(token, bouquets[5])).json() as Order;
    const chosen = await patch(token, `${id}/update-shipping-address/`, { shipping_address: order.shipping_address });
    const cart = chosen.json() as Order;
    const paypal = (await checkout.pay.create(token, cart)).json() as { id: string };
    await checkout.provider.approve(paypal.id);
    expect((await checkout.pay.capture(token, cart.id, paypal.id)).json().state).toBe('paid');
    await end();
    expect((await list(token)).map(({ status }) => status)).toEqual(['C', 'C']);
    for (const one of [order, cart])
      expect(await checkout.takenFor(one.id)).toEqual([Math.round(one.amount_to_pay * 100)]);
  });
});

describe('when the money comes', () => {
  test('the order is completed and the new cart stays', async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'COMPLETED');
    const cart = (await add(token, bouquets[5])).json() as Order;
    await end();
    expect((await list(token)).map(({ id, status }) => [id, status])).toEqual([
      [cart.id, 'P'],
      [order.id, 'C'],
    ]);
    expect(await checkout.findOrder(token, cart.id)).toEqual(cart);
  });
});

describe('when the money does not come', () => {
  test('the order is the cart again', async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'DENIED');
    await end();
    expect(await list(token)).toMatchObject([{ id: order.id, being_paid: false, order_items: order.order_items }]);
  });

  test('its lines join the cart that was begun meanwhile, with the note, the address and the day', async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'DENIED');
    const [one, two] = order.order_items;
    await add(token, one?.product, 20);
    const cart = (await add(token, bouquets[5])).json() as Order;
    await end();
    const [joined, ...others] = await list(token);
    expect(others).toEqual([]);
    expect(joined).toMatchObject({ id: cart.id, text: 'With love', shipping_address: order.shipping_address });
    expect(linesOf(joined as Order)).toEqual([
      [one?.product, 20],
      [bouquets[5], 1],
      [two?.product, 1],
    ]);
    expect(await checkout.takenFor(order.id)).toEqual([]);
    expect((await checkout.pay.status(token, order.id)).json().state).toBe('declined');
  });

  test('what was chosen for the new cart stands', async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'DENIED');
    const { id } = (await add(token, bouquets[5])).json() as Order;
    await patch(token, `${id}/update-text/`, { text: 'Mine' });
    await end();
    expect(await list(token)).toMatchObject([{ id, text: 'Mine' }]);
  });

  test('the emptied order takes nothing more', async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'DENIED');
    await add(token, bouquets[5]);
    await end();
    expect((await checkout.shop.call('GET', `/api/user/orders/${order.id}/`, { token })).status).toBe(404);
    const told = { detail: 'Your cart has changed. Please look at it again.' };
    const body = { product: bouquets[6], quantity: 1 };
    const refused = await checkout.shop.call('POST', `/api/user/orders/${order.id}/order-items/`, { token, body });
    expect([refused.status, refused.json()]).toEqual([409, told]);
    const unpaid = await checkout.pay.create(token, order);
    expect([unpaid.status, unpaid.json()]).toEqual([409, told]);
  });

  test('money that is taken for the emptied order all the same goes back', async () => {
    const { token, order } = await checkout.fillCart();
    const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
    await checkout.provider.approve(id);
    await checkout.provider.setFaults(onCapture({ dropBeforeCommit: true }));
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('waiting');
    const { id: cart } = (await add(token, bouquets[5])).json() as Order;
    await checkout.provider.setFaults(onCapture({ declineCapture: 'INSTRUMENT_DECLINED' }));
    await end(3);
    expect(await list(token)).toMatchObject([{ id: cart, being_paid: false }]);
    expect((await checkout.pay.capture(token, order.id, id)).json().state, 'the buyer tries again').toBe('changed');
    await checkout.provider.call('POST', `/v2/checkout/orders/${id}/capture`, {});
    await end(30);
    const taken = await checkout.takenFor(order.id);
    expect(taken).toEqual([Math.round(order.amount_to_pay * 100), -Math.round(order.amount_to_pay * 100)]);
    expect((await list(token)).map(({ status }) => status)).toEqual(['P']);
  });

  test('many adds in that very moment end in one cart, with nothing lost', async () => {
    const { token, order } = await checkout.fillCart();
    await pend(token, order, 'DENIED');
    await checkout.provider.advance(61);
    checkout.shop.setNow(new Date(checkout.shop.deps.clock.now().getTime() + 6 * 61_000));
    const adds = bouquets.slice(4, 16).map((product) => add(token, product));
    const swept = checkout.shop.handlers['sweep-payments']?.work({});
    expect((await Promise.all(adds)).map(({ status }) => status)).toEqual(adds.map(() => 201));
    await swept;
    await end();
    const [cart, ...others] = await list(token);
    expect(others).toEqual([]);
    const wanted = [...order.order_items.map(({ product }) => product), ...bouquets.slice(4, 16)];
    expect(cart?.order_items.map(({ product }) => product).toSorted()).toEqual(wanted.toSorted());
  });
});
