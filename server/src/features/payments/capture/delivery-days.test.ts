import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { setDay, setGeneral, setWeekday } from '#server/features/delivery/set-rules.ts';
import { deliveryDays, deliverySettings } from '#server/features/delivery/table.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { replaceOrder } from '#server/features/orders/paid/replace-order.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { sampler } from '#server/testing/sample.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import type { Rule } from '../../../../../paypal-stand-in/faults/fault-rules.ts';

const SATURDAY = '2026-11-21';
const SUNDAY = '2026-11-22';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());
afterEach(async () => {
  const { db, delivery } = checkout.shop.deps;
  await db.delete(deliveryDays);
  await db.delete(deliverySettings);
  await db.execute(sql`delete from throttles`);
  await delivery.renew();
  checkout.shop.setNow(TEST_NOW);
});

const onCapture = (then: Rule['then']): Rule => ({ match: { op: 'captureOrder', nth: 1 }, then });

/** As the owner sets it; the processes of the shop know of it. */
async function owner(act: (tx: Parameters<typeof setDay>[0]) => Promise<void>, { isKnown = true } = {}) {
  await checkout.shop.deps.db.transaction(act);
  if (isKnown) await checkout.shop.deps.delivery.renew();
}
const limit = (day: string, ordersADay: number) => owner((tx) => setDay(tx, day, { ordersADay }));

async function choose(token: string, order: Order, delivery_date: string) {
  const path = `/api/user/orders/${order.id}/update-delivery-date/`;
  return checkout.shop.call('PATCH', path, { token, body: { delivery_date } });
}

/** Somebody who has approved a payment for that day, or for the next. */
async function approve(day?: string) {
  const { token, order } = await checkout.fillCart();
  const cart = day ? ((await choose(token, order, day)).json() as Order) : order;
  const { id } = (await checkout.pay.create(token, cart)).json() as { id: string };
  await checkout.provider.approve(id);
  return { token, order: cart, paypalOrder: id, capture: () => checkout.pay.capture(token, cart.id, id) };
}

const placesOn = async (day: string) => {
  const { rows } = await checkout.shop.deps.db.execute<{ taken: number }>(
    sql`select count(*)::integer as taken from orders where delivery_date = ${day} and stage <> 'cancelled'`,
  );
  return rows[0]?.taken;
};

describe('places on a day', () => {
  test('of many buyers at once, as many get one as there are; nobody else is charged, and each is told why', async () => {
    const people = [];
    for (let count = 0; count < sampler.times(2, 50); count += 1) {
      people.push(await approve(SATURDAY));
      await checkout.shop.deps.db.execute(sql`delete from throttles`);
    }
    await limit(SATURDAY, 7);
    const answers = await Promise.all(people.map(async ({ capture }) => (await capture()).json()));
    const refused = answers.filter(({ state }) => state !== 'paid');
    const unlucky = people[answers.findIndex(({ state }) => state !== 'paid')];
    const { status } = checkout.pay;
    // Whoever lost the answer is told the same when she asks.
    expect((await status(unlucky?.token ?? '', unlucky?.order.id ?? 0)).json()).toEqual(refused[0]);
    expect(answers.filter(({ state }) => state === 'paid')).toHaveLength(7);
    expect(await placesOn(SATURDAY)).toBe(7);
    expect(refused.map(({ state, detail }) => [state, detail])).toEqual(
      refused.map(() => [
        'changed',
        'Saturday 21 November is full. The next possible day is Sunday 22 November. Nothing has been charged.',
      ]),
    );
    for (const [index, { order }] of people.entries()) {
      const isPaid = answers[index].state === 'paid';
      expect(await checkout.takenFor(order.id)).toEqual(isPaid ? [Math.round(order.amount_to_pay * 100)] : []);
    }
  });

  test('are for everyone who chose no day too, and the next day with room is promised', async () => {
    await limit('2026-11-17', 1);
    const first = await approve();
    const second = await approve();
    expect((await first.capture()).json().state).toBe('paid');
    expect(await checkout.findOrder(first.token, first.order.id)).toMatchObject({ delivery_date: '2026-11-17' });
    expect((await second.capture()).json()).toMatchObject({
      state: 'changed',
      detail: expect.stringContaining('The next possible day is Wednesday 18 November.'),
    });
    expect((await checkout.shop.get('/api/delivery/')).json()).toMatchObject({ day: '2026-11-18' });
    // The cart is hers again, without a day that she never chose; paying again takes the next.
    const cart = await checkout.findOrder(second.token, second.order.id);
    expect(cart).toMatchObject({ delivery_date: null, being_paid: false });
    const { id } = (await checkout.pay.create(second.token, cart)).json() as { id: string };
    await checkout.provider.approve(id);
    expect((await checkout.pay.capture(second.token, cart.id, id)).json().state).toBe('paid');
    expect(await checkout.findOrder(second.token, cart.id)).toMatchObject({ delivery_date: '2026-11-18' });
  });

  test('are given back when no money comes, at once', async () => {
    await limit(SUNDAY, 1);
    const first = await approve(SUNDAY);
    const second = await approve(SUNDAY);
    await checkout.provider.setFaults(onCapture({ declineCapture: 'TRANSACTION_REFUSED' }));
    expect((await first.capture()).json().state).toBe('declined');
    expect(await placesOn(SUNDAY)).toBe(0);
    expect((await second.capture()).json().state).toBe('paid');
  });

  test('an order whose day is over when the money comes gets a day with room', async () => {
    const { token, order, capture } = await approve('2026-12-01');
    await checkout.provider.setFaults(onCapture({ pendingCapture: { later: 'COMPLETED', afterSeconds: 60 } }));
    expect((await capture()).json().state).toBe('waiting');
    expect(await placesOn('2026-12-01')).toBe(1);
    await limit('2026-12-03', 0);
    await owner((tx) => setDay(tx, '2026-12-04', { closedWords: 'A wedding' }));
    checkout.shop.setNow(new Date('2026-12-01T13:00:00Z'));
    await checkout.provider.advance(61);
    await checkout.shop.handlers['sweep-payments']?.work({});
    checkout.shop.setNow(TEST_NOW);
    expect(await checkout.findOrder(token, order.id)).toMatchObject({ delivery_date: '2026-12-05', status: 'C' });
  });

  test('a replacement takes one too', async () => {
    const { order, capture } = await approve('2026-11-17');
    await capture();
    await limit('2026-11-17', 1);
    const { deps } = checkout.shop;
    const replaced = await deps.db.transaction(async (tx) =>
      replaceOrder(deps, tx, await lockOrder(tx, order.id), { claim: 1 }),
    );
    expect(replaced.delivery_date).toBe('2026-11-18');
  });
});

describe('a limit that is set while an order is being placed', () => {
  const LOCKED = sql`select count(*)::integer as waiting from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;
  const waitForLocks = async (count: number, orElse: () => boolean = () => false) => {
    const { db } = checkout.shop.deps;
    while (!orElse()) {
      const { rows } = await db.execute<{ waiting: number }>(LOCKED);
      if ((rows[0]?.waiting ?? 0) >= count) return;
    }
  };

  test.each([
    ['of the day', (tx: Parameters<typeof setDay>[0]) => setDay(tx, '2026-11-24', { ordersADay: 0 })],
    ['of every day', (tx: Parameters<typeof setDay>[0]) => setGeneral(tx, { ordersADay: 0 })],
    ['of its weekday', (tx: Parameters<typeof setDay>[0]) => setWeekday(tx, 2, { ordersADay: 0 })],
  ])('%s is not exceeded by what was begun before it is known to be set', async (_, set) => {
    const { db } = checkout.shop.deps;
    const { order, capture } = await approve('2026-11-24');
    const before = (await placesOn('2026-11-24')) ?? 0;
    const id = order.order_items[0]?.product;
    await db.execute(sql`update products set most_per_day = 100 where id = ${id}`);
    let capturing: ReturnType<typeof capture> | undefined;
    let setting: Promise<number | undefined> | undefined;
    // The capture has read the rules, and waits for the day of its bouquet, which comes last.
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bouquet ${id} on 2026-11-24`}, 0))`);
      capturing = capture();
      await waitForLocks(1);
      let isSet = false;
      setting = owner(set, { isKnown: false }).then(() => {
        isSet = true;
        return placesOn('2026-11-24');
      });
      await waitForLocks(2, () => isSet);
    });
    const whenSet = await setting;
    expect((await capturing)?.json().state).toBe('paid');
    expect([whenSet, await placesOn('2026-11-24')]).toEqual([before + 1, before + 1]);
    await db.execute(sql`update products set most_per_day = null`);
    await db.execute(sql`delete from delivery_weekdays`);
  });
});

describe('a day that closes or fills', () => {
  test('while somebody is paying: nothing is charged, and the answer says why and offers the next day', async () => {
    const { token, order, capture } = await approve(SATURDAY);
    // Not even known to this process yet.
    await owner((tx) => setDay(tx, SATURDAY, { closedWords: 'Stocktaking.' }), { isKnown: false });
    const answer = (await capture()).json();
    expect([answer.state, answer.detail]).toEqual([
      'changed',
      'We do not deliver on Saturday 21 November: Stocktaking. The next possible day is Sunday 22 November. Nothing has been charged.',
    ]);
    expect(await checkout.takenFor(order.id)).toEqual([]);
    expect((await checkout.findOrder(token, order.id)).being_paid).toBe(false);
    // And once more, should the answer have been lost.
    expect((await capture()).json().detail).toBe(answer.detail);
  });

  test('by an earlier cut-off while somebody is paying: nothing is charged', async () => {
    const { order, capture } = await approve('2026-11-17');
    await owner((tx) => setGeneral(tx, { cutOff: '09:30' }), { isKnown: false });
    expect((await capture()).json().state).toBe('changed');
    expect(await checkout.takenFor(order.id)).toEqual([]);
  });

  test.each([
    [
      { closedWords: 'Stocktaking' },
      'We do not deliver on Saturday 21 November: Stocktaking. The next possible day is Sunday 22 November.',
    ],
    [{ ordersADay: 0 }, 'Saturday 21 November is full. The next possible day is Sunday 22 November.'],
  ])('before it is paid for is refused at its field, when choosing and when paying: %o', async (rule, words) => {
    const { token, order } = await checkout.fillCart();
    expect((await choose(token, order, SATURDAY)).status).toBe(200);
    await owner((tx) => setDay(tx, SATURDAY, rule));
    const refusal = { delivery_date: [words] };
    const paying = await checkout.pay.create(token, order);
    expect([paying.status, paying.json()]).toEqual([400, refusal]);
    const choosing = await choose(token, order, SATURDAY);
    expect([choosing.status, choosing.json()]).toEqual([400, refusal]);
    expect((await choose(token, order, SUNDAY)).status).toBe(200);
    expect((await checkout.pay.create(token, order)).status).toBe(200);
  });

  test('and has room again is not refused by what was counted before', async () => {
    await limit('2026-11-28', 0);
    const { token, order } = await checkout.fillCart();
    expect((await choose(token, order, '2026-11-28')).status).toBe(400);
    await owner((tx) => setDay(tx, '2026-11-28', { ordersADay: 1 }), { isKnown: false });
    expect((await choose(token, order, '2026-11-28')).status).toBe(200);
  });

  test('with every day closed nothing can be paid for, and it says so', async () => {
    const { token, order } = await checkout.fillCart();
    await owner((tx) => setGeneral(tx, { ordersADay: 0 }));
    const { status, body } = await checkout.pay.create(token, order);
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { delivery_date: ['We have no free delivery day just now. Please look again later.'] },
    ]);
  });
});

describe('a surcharge', () => {
  const SURCHARGE = { kind: 'surcharge', label: 'Delivery on Saturday 21 November', amount: 3 };

  test('is a row of the sums, of what PayPal is asked for, of the letter and of the order for good', async () => {
    await owner((tx) => setDay(tx, SATURDAY, { surchargePence: 300 }));
    const { token, order, paypalOrder, capture } = await approve(SATURDAY);
    expect(order.amount_to_pay).toBe(order.total_cost + 8);
    expect(order.sums).toEqual([
      { kind: 'goods', label: 'Flowers', amount: order.total_cost },
      { kind: 'delivery', label: 'Delivery', amount: 5 },
      SURCHARGE,
    ]);
    const { body } = await checkout.provider.find(paypalOrder);
    const [unit] = body.purchase_units as { amount: { value: string; breakdown: object } }[];
    expect(unit?.amount).toMatchObject({
      value: order.amount_to_pay.toFixed(2),
      breakdown: {
        item_total: { value: order.total_cost.toFixed(2) },
        shipping: { value: '5.00' },
        handling: { value: '3.00' },
      },
    });
    expect((await capture()).json().state).toBe('paid');
    await owner((tx) => setDay(tx, SATURDAY, { surchargePence: null }));
    const paid = await checkout.findOrder(token, order.id);
    expect([paid.amount_to_pay, paid.sums.at(-1)]).toEqual([order.amount_to_pay, SURCHARGE]);
    await checkout.shop.doJobs();
    const letter = checkout.shop.letters().find(({ subject }) => subject.startsWith(`Your order ${order.id},`));
    expect(letter?.text.replaceAll('\n', ' ')).toMatch(
      /Delivery fee £5\.00\s+Delivery on Saturday 21 November £3\.00\s+Amount paid/,
    );
  });

  test('of the next day is shown and charged where no day was chosen', async () => {
    await owner((tx) => setDay(tx, '2026-11-17', { surchargePence: 250 }));
    const { order, capture } = await approve();
    expect(order.sums.at(-1)).toEqual({ kind: 'surcharge', label: 'Delivery on Tuesday 17 November', amount: 2.5 });
    expect((await capture()).json().state).toBe('paid');
    expect(await checkout.takenFor(order.id)).toEqual([Math.round(order.total_cost * 100) + 750]);
  });

  test.each([
    ['surcharge', (tx: Parameters<typeof setDay>[0]) => setDay(tx, SATURDAY, { surchargePence: 300 })],
    ['fee', (tx: Parameters<typeof setDay>[0]) => setGeneral(tx, { feePence: 600 })],
  ])('or fee (%s) that is set while somebody pays is not charged', async (_, change) => {
    const { token, order, capture } = await approve(SATURDAY);
    await owner(change, { isKnown: false });
    expect((await capture()).json().state).toBe('changed');
    expect(await checkout.takenFor(order.id)).toEqual([]);
    // The next payment says what it is for, so that a page which shows another amount can stop.
    const { amount_to_pay } = (await checkout.pay.create(token, order)).json();
    expect(amount_to_pay).toBe((await checkout.findOrder(token, order.id)).amount_to_pay);
    expect(amount_to_pay).toBeGreaterThan(order.amount_to_pay);
  });
});
