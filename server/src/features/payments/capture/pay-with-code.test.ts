import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { endCode } from '#server/features/promotions/end-code.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { makeCode } from '#server/testing/codes.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { sampler } from '#server/testing/sample.ts';
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

const onCapture = (then: Rule['then']): Rule => ({ match: { op: 'captureOrder', nth: 1 }, then });

type Buyer = { token: string; order: Order };

const use = async (token: string, id: number, code: string) =>
  checkout.shop.call('PATCH', `/api/user/orders/${id}/update-code/`, { token, body: { code } });
const end = (code: string) =>
  checkout.shop.deps.db.transaction((tx) => endCode(tx, code, checkout.shop.deps.clock.now()));

/** Someone whose cart has the code. */
async function fillWith(code: string): Promise<Buyer> {
  const { token, order } = await checkout.fillCart();
  const answer = await use(token, order.id, code);
  expect(answer.status).toBe(200);
  return { token, order: answer.json() };
}

async function open({ token, order }: Buyer): Promise<string> {
  const answer = await checkout.pay.create(token, order);
  expect(answer.status).toBe(200);
  const { id } = answer.json() as { id: string };
  await checkout.provider.approve(id);
  return id;
}

const capture = async ({ token, order }: Buyer, id: string) =>
  (await checkout.pay.capture(token, order.id, id)).json() as { state: string; detail: string };
const buy = async (buyer: Buyer) => (await capture(buyer, await open(buyer))).state;
const countUses = async (code: string) => {
  const { rows } = await checkout.shop.deps.db.execute<{
    count: number;
  }>(sql`select count(*)::integer as count from orders
    join promo_codes on promo_codes.id = promo_code_id where code = ${code} and stage <> 'cancelled'`);
  return rows[0]?.count;
};

describe('paying with a code', () => {
  test('charges what was shown, and says so at PayPal', async () => {
    const buyer = await fillWith(await makeCode(checkout.shop, { kind: 'percent', value: 15 }));
    const { order } = buyer;
    const discount = order.sums.find(({ kind }) => kind === 'discount')?.amount ?? 0;
    expect(discount).toBeLessThan(0);
    expect(order.amount_to_pay).toBeCloseTo(order.total_cost + 5 + discount, 5);
    const id = await open(buyer);
    const { body } = await checkout.provider.find(id);
    const value = (pounds: number) => ({ currency_code: 'GBP', value: pounds.toFixed(2) });
    const [unit] = body.purchase_units as { amount: unknown }[];
    expect(unit?.amount).toEqual({
      ...value(order.amount_to_pay),
      breakdown: {
        item_total: value(order.total_cost),
        shipping: value(5),
        discount: value(-discount),
      },
    });
    expect((await capture(buyer, id)).state).toBe('paid');
    expect(await checkout.takenFor(order.id)).toEqual([Math.round(order.amount_to_pay * 100)]);
    expect(await checkout.findOrder(buyer.token, order.id)).toMatchObject({
      status: 'C',
      sums: order.sums,
      code: order.code,
    });
  });

  test('everything off leaves the delivery, and that can be paid', async () => {
    const buyer = await fillWith(await makeCode(checkout.shop, { kind: 'percent', value: 100 }));
    expect(buyer.order.amount_to_pay).toBe(5);
    expect(await buy(buyer)).toBe('paid');
    expect(await checkout.takenFor(buyer.order.id)).toEqual([500]);
  });

  test('a page that shows another amount opens nothing', async () => {
    const { token, order } = await fillWith(await makeCode(checkout.shop));
    const create = (amount_to_pay: number) =>
      checkout.shop.call('POST', '/api/user/payments/paypal/create-order/', {
        token,
        body: { amount: order.total_cost, order_id: order.id, amount_to_pay },
      });
    await use(token, order.id, '');
    expect([(await create(order.amount_to_pay)).status, (await create(order.amount_to_pay + 5)).status]).toEqual([
      409, 200,
    ]);
  });

  test('a code that ended is refused at its field when a payment is to be opened', async () => {
    const code = await makeCode(checkout.shop);
    const { token, order } = await fillWith(code);
    await end(code);
    const answer = await checkout.pay.create(token, order);
    expect([answer.status, answer.json()]).toEqual([400, { code: [`${code} has ended.`] }]);
    await use(token, order.id, '');
    expect((await checkout.pay.create(token, order)).status).toBe(200);
  });
});

describe('a code that stops being good while somebody pays', () => {
  const expectGoesOn = async (buyer: Buyer, paypalOrder: string, problem: string) => {
    const { token, order } = buyer;
    expect(await capture(buyer, paypalOrder)).toEqual({
      order_id: order.id,
      state: 'changed',
      detail: `${problem} Nothing has been charged. You can take the code off and pay without it.`,
    });
    expect(await checkout.takenFor(order.id)).toEqual([]);
    expect(await checkout.findOrder(token, order.id)).toMatchObject({
      status: 'P',
      being_paid: false,
      code_problem: problem,
    });
    const without = (await use(token, order.id, '')).json() as Order;
    expect(await buy({ token, order: without })).toBe('paid');
    expect(await checkout.takenFor(order.id)).toEqual([Math.round(without.amount_to_pay * 100)]);
  };

  test('because it ended: nothing is charged, and she can go on without it', async () => {
    const code = await makeCode(checkout.shop);
    const buyer = await fillWith(code);
    const id = await open(buyer);
    await end(code);
    await expectGoesOn(buyer, id, `${code} has ended.`);
  });

  test('because its last day is over', async () => {
    checkout.shop.setNow(new Date('2026-11-16T23:59:00Z'));
    const code = await makeCode(checkout.shop, { validUntil: '2026-11-16' });
    const buyer = await fillWith(code);
    const id = await open(buyer);
    checkout.shop.setNow(new Date('2026-11-17T00:00:00Z'));
    expect(await capture(buyer, id)).toMatchObject({ state: 'changed' });
    expect(await checkout.takenFor(buyer.order.id)).toEqual([]);
  });

  test('because another took the last use', async () => {
    const code = await makeCode(checkout.shop, { maxUses: 1 });
    const [first, second] = [await fillWith(code), await fillWith(code)];
    const [one, two] = [await open(first), await open(second)];
    expect((await capture(first, one)).state).toBe('paid');
    await expectGoesOn(second, two, `${code} has been used up.`);
  });
});

describe('uses', () => {
  test('many at once after the last seven: seven are charged, the others nothing', async () => {
    const code = await makeCode(checkout.shop, { maxUses: 7 });
    const buyers: Buyer[] = [];
    const many = sampler.times(2, 50);
    while (buyers.length < many) buyers.push(await fillWith(code));
    const opened = await Promise.all(buyers.map(open));
    const ends = await Promise.all(buyers.map((buyer, at) => capture(buyer, opened[at] as string)));
    expect(ends.filter(({ state }) => state === 'paid')).toHaveLength(7);
    const refused = ends.filter(({ state }) => state === 'changed');
    expect(refused).toHaveLength(many - 7);
    for (const { detail } of refused) expect(detail).toContain(`${code} has been used up.`);
    expect(await countUses(code)).toBe(7);
    const taken = await Promise.all(buyers.map(({ order }) => checkout.takenFor(order.id)));
    expect(taken.filter(({ length }) => length > 0)).toHaveLength(7);
  });

  test('come back when the payment fails', async () => {
    const code = await makeCode(checkout.shop, { maxUses: 1 });
    const [first, second] = [await fillWith(code), await fillWith(code)];
    const [one, two] = [await open(first), await open(second)];
    await checkout.provider.setFaults(onCapture({ declineCapture: 'INSTRUMENT_DECLINED' }));
    expect((await capture(first, one)).state).toBe('declined');
    expect(await countUses(code)).toBe(0);
    expect((await capture(second, two)).state).toBe('paid');
    expect(await countUses(code)).toBe(1);
    expect((await capture(first, one)).state).toBe('changed');
    expect(await checkout.takenFor(first.order.id)).toEqual([]);
  });

  test('one each, with two tabs: paying twice at once uses it once', async () => {
    const code = await makeCode(checkout.shop, { maxUsesEach: 1 });
    const buyer = await fillWith(code);
    const id = await open(buyer);
    const ends = await Promise.all([capture(buyer, id), capture(buyer, id), capture(buyer, id)]);
    expect(new Set(ends.map(({ state }) => state))).toEqual(new Set(['paid']));
    expect(await countUses(code)).toBe(1);
  });

  test('one each, with a cart beside a payment: the second is refused', async () => {
    const code = await makeCode(checkout.shop, { maxUsesEach: 1 });
    const buyer = await fillWith(code);
    const id = await open(buyer);
    // PayPal keeps the payment pending: the other tab has a cart of its own.
    const later = { reason: 'PENDING_REVIEW', later: 'COMPLETED', afterSeconds: 600 } as const;
    await checkout.provider.setFaults(onCapture({ pendingCapture: later }));
    expect((await capture(buyer, id)).state).toBe('waiting');
    const [product] = buyer.order.order_items;
    const next = await checkout.shop.call('POST', '/api/user/orders/', {
      token: buyer.token,
      body: { order_items: [{ product: product?.product, quantity: 1 }] },
    });
    const answer = await use(buyer.token, next.json().id, code);
    expect([answer.status, answer.json()]).toEqual([400, { code: [`You have used ${code} already.`] }]);
  });
});
