import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { setDay, setGeneral } from '#server/features/delivery/set-rules.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { replaceOrder } from '#server/features/orders/paid/replace-order.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import { sweepRefunds } from '../refunds/sweep-refunds.ts';

const PAID_FOR = '2026-12-01';
/** The cut-off for the next day has passed: the first day is Thursday 3 December. */
const LATE = new Date('2026-12-01T13:00:00Z');

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let bouquets: [number, number];
beforeAll(async () => {
  checkout = await openTestCheckout();
  const listed = (await checkout.shop.get('/api/products/?limit=2')).json() as { id: number }[];
  bouquets = [listed[0]?.id as number, listed[1]?.id as number];
});
afterAll(() => checkout.close());
afterEach(async () => {
  checkout.shop.setNow(TEST_NOW);
  await change(sql`delete from delivery_days`);
  await change(sql`delete from delivery_settings`);
  await change(sql`delete from throttles`);
  await change(sql`update products set available_from = null, available_until = null, most_per_day = null`);
  // Days are free again for the next test.
  await change(sql`update orders set delivery_date = '2026-01-05'`);
});

type Statement = Parameters<typeof checkout.shop.deps.db.execute>[0];
const change = (statement: Statement) => checkout.shop.deps.db.execute(statement);
const owner = async (act: (tx: Parameters<typeof setDay>[0]) => Promise<void>) => {
  await checkout.shop.deps.db.transaction(act);
  await checkout.shop.deps.delivery.renew();
};

/** Somebody who has approved a payment for that day. */
async function approve(day: string) {
  const { token, order, person } = await checkout.fillCart();
  const path = `/api/user/orders/${order.id}/update-delivery-date/`;
  const chosen = await checkout.shop.call('PATCH', path, { token, body: { delivery_date: day } });
  const { id } = (await checkout.pay.create(token, chosen.json() as Order)).json() as { id: string };
  await checkout.provider.approve(id);
  return { token, email: person.user.email, order: chosen.json() as Order, paypalOrder: id };
}

/** Two bouquets, one of each, paid for at once. */
async function buy(day: string) {
  const { token, order, paypalOrder } = await approve(day);
  expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('paid');
  return order;
}

/** The same, kept pending by PayPal. */
async function buyPending() {
  const approved = await approve(PAID_FOR);
  const then = { pendingCapture: { later: 'COMPLETED' as const, afterSeconds: 60 } };
  await checkout.provider.setFaults({ match: { op: 'captureOrder', nth: 1 }, then });
  const { token, order, paypalOrder } = approved;
  expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('waiting');
  return approved;
}

/** The money comes when its day is over. */
async function receiveLate({ token, order }: { token: string; order: Order }): Promise<Order> {
  checkout.shop.setNow(LATE);
  await checkout.provider.advance(61);
  await checkout.shop.handlers['sweep-payments']?.work({});
  checkout.shop.setNow(TEST_NOW);
  return checkout.findOrder(token, order.id);
}

/** What arrived about an order: the buyer's confirmation and the florist's ticket. */
async function readLetters({ order, email }: { order: Order; email: string }) {
  await checkout.shop.doJobs();
  const about = checkout.shop.letters().filter(({ subject }) => subject.includes(`rder ${order.id}`));
  const find = (isBuyers: boolean) => about.find(({ to }) => (to === email) === isBuyers)?.text.replaceAll(/\s+/g, ' ');
  return { buyers: find(true), florists: find(false) };
}

describe('money that comes when its day is over', () => {
  test('buys the first day that has room and on which every bouquet can be had', async () => {
    const waiting = await buyPending();
    await buy('2026-12-04');
    await change(sql`update products set most_per_day = 1 where id = ${bouquets[0]}`);
    await change(sql`update products set available_from = '2026-12-04' where id = ${bouquets[1]}`);
    await owner((tx) => setDay(tx, '2026-12-05', { ordersADay: 0 }));
    expect(await receiveLate(waiting)).toMatchObject({ delivery_date: '2026-12-06', status: 'C' });
    const { buyers, florists } = await readLetters(waiting);
    expect(buyers).toContain('You had paid for Tuesday 1 December.');
    expect(buyers).not.toContain('every bouquet');
    expect(florists).not.toContain('Please look');
  });

  test('buys the first day with room where a bouquet can be had no more, and both are told', async () => {
    const waiting = await buyPending();
    await change(sql`update products set available_until = '2026-12-01' where id = ${bouquets[1]}`);
    await owner((tx) => setDay(tx, '2026-12-03', { ordersADay: 0 }));
    expect(await receiveLate(waiting)).toMatchObject({ delivery_date: '2026-12-04', status: 'C' });
    const { buyers, florists } = await readLetters(waiting);
    expect(buyers).toContain('We may not have every bouquet of your order on that day.');
    expect(florists).toContain('there is none on which all of its bouquets can be had. Please speak to the buyer');
  });

  test('buys the first day on which we deliver where every day is full, and the florist is told', async () => {
    const waiting = await buyPending();
    await owner((tx) => setGeneral(tx, { ordersADay: 0 }));
    await owner((tx) => setDay(tx, '2026-12-03', { closedWords: 'A wedding' }));
    expect(await receiveLate(waiting)).toMatchObject({ delivery_date: '2026-12-04', status: 'C' });
    expect((await readLetters(waiting)).florists).toContain('every day was full: it is one more than this day takes.');
  });

  test('that is on time changes nothing, and says nothing', async () => {
    const waiting = await approve(PAID_FOR);
    await checkout.pay.capture(waiting.token, waiting.order.id, waiting.paypalOrder);
    const { buyers, florists } = await readLetters(waiting);
    expect(buyers).not.toContain('You had paid for');
    expect(florists).not.toContain('Please look');
  });
});

describe('a surcharge that was paid for a day that is over', () => {
  const surcharge = (day: string, surchargePence: number | null) => owner((tx) => setDay(tx, day, { surchargePence }));
  const paid = ({ order }: { order: Order }) => Math.round(order.amount_to_pay * 100);

  test('goes back, less that of the new day, once; the sums stay what was paid', async () => {
    await surcharge(PAID_FOR, 300);
    const waiting = await buyPending();
    expect(waiting.order.sums.at(-1)).toMatchObject({ kind: 'surcharge', amount: 3 });
    await surcharge('2026-12-03', 125);
    const { sums, amount_to_pay } = await receiveLate(waiting);
    expect([sums, amount_to_pay]).toEqual([waiting.order.sums, waiting.order.amount_to_pay]);
    const { buyers } = await readLetters(waiting);
    expect(buyers).toContain('The day on which they come costs less: we give £1.75 back to you through PayPal.');
    await checkout.shop.handlers['sweep-payments']?.work({});
    await sweepRefunds(checkout.shop.deps);
    expect(await checkout.takenFor(waiting.order.id)).toEqual([paid(waiting), -175]);
    expect((await checkout.findOrder(waiting.token, waiting.order.id)).refunded).toBe(1.75);
    const letters = checkout.shop.letters().filter(({ subject }) => subject.startsWith('£1.75 of order'));
    expect(letters.map(({ to }) => to)).toEqual([waiting.email]);
    expect(letters[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      'You paid for delivery on Tuesday 1 December. Your flowers come on Thursday 3 December, which costs less.',
    );
  });

  test('goes back by the sweeper where the process dies before it asks PayPal', async () => {
    await surcharge(PAID_FOR, 300);
    const waiting = await buyPending();
    await receiveLate(waiting);
    expect(await checkout.takenFor(waiting.order.id)).toEqual([paid(waiting)]);
    checkout.shop.setNow(new Date(LATE.getTime() + 60_000));
    for (let count = 0; count < 3; count += 1) await sweepRefunds(checkout.shop.deps);
    expect(await checkout.takenFor(waiting.order.id)).toEqual([paid(waiting), -300]);
  });

  test.each([300, 450])(
    'stays where the new day costs as much or more, and nothing more is charged: %d',
    async (pence) => {
      await surcharge(PAID_FOR, 300);
      const waiting = await buyPending();
      await surcharge('2026-12-03', pence);
      await receiveLate(waiting);
      expect((await readLetters(waiting)).buyers).not.toContain('back to you');
      expect(await checkout.takenFor(waiting.order.id)).toEqual([paid(waiting)]);
    },
  );

  test('stays with an order that comes on its day, though the owner has taken it off since', async () => {
    await surcharge(PAID_FOR, 300);
    const { token, order, paypalOrder } = await approve(PAID_FOR);
    const then = { pendingCapture: { later: 'COMPLETED' as const, afterSeconds: 60 } };
    await checkout.provider.setFaults({ match: { op: 'captureOrder', nth: 1 }, then });
    await checkout.pay.capture(token, order.id, paypalOrder);
    await surcharge(PAID_FOR, null);
    checkout.shop.setNow(new Date('2026-11-30T13:00:00Z'));
    await checkout.provider.advance(61);
    await checkout.shop.handlers['sweep-payments']?.work({});
    checkout.shop.setNow(TEST_NOW);
    expect(await checkout.findOrder(token, order.id)).toMatchObject({ delivery_date: PAID_FOR, status: 'C' });
    await checkout.shop.doJobs();
    expect(await checkout.takenFor(order.id)).toEqual([paid({ order })]);
  });
});

describe('money that a page took for a cart', () => {
  test('whose day was closed since buys the first day after it, not one before', async () => {
    const { token, order, paypalOrder } = await approve('2026-12-15');
    await owner((tx) => setDay(tx, '2026-12-15', { closedWords: 'Stocktaking' }));
    await checkout.provider.capture(paypalOrder);
    await checkout.shop.handlers['sweep-payments']?.work({});
    checkout.shop.setNow(new Date(TEST_NOW.getTime() + 6 * 60_000));
    await checkout.shop.handlers['sweep-payments']?.work({});
    expect(await checkout.findOrder(token, order.id)).toMatchObject({ delivery_date: '2026-12-16', status: 'C' });
  });
});

describe('replacements', () => {
  const replace = (id: number) => {
    const { deps } = checkout.shop;
    return deps.db.transaction(async (tx) => replaceOrder(deps, tx, await lockOrder(tx, id), { claim: 1 }));
  };

  test('come on the first day on which the bouquets can be had', async () => {
    const { id } = await buy('2026-11-17');
    await change(sql`update products set most_per_day = 1 where id = ${bouquets[0]}`);
    await change(sql`update products set available_from = '2026-11-20' where id = ${bouquets[1]}`);
    expect((await replace(id)).delivery_date).toBe('2026-11-20');
  });

  test('made at once take no more places and bouquets than there are, and do not wait for each other for ever', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push((await buy('2026-11-17')).id);
    await change(sql`update products set most_per_day = 2 where id = ${bouquets[0]}`);
    await owner((tx) => setGeneral(tx, { ordersADay: 3 }));
    await owner((tx) => setDay(tx, '2026-11-19', { ordersADay: 1 }));
    const days = (await Promise.all(ids.map(replace))).map(({ delivery_date }) => delivery_date);
    expect(days.toSorted()).toEqual([18, 18, 19, 20, 20].map((day) => `2026-11-${day}`));
  });
});
