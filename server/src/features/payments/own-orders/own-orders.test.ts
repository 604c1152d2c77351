import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays, londonDay } from '#contract/delivery.ts';
import type { PressedOrders } from '#contract/desk.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import { setDay, setGeneral } from '#server/features/delivery/set-rules.ts';
import { deliveryDays, deliverySettings } from '#server/features/delivery/table.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { replaceOrder } from '#server/features/orders/paid/replace-order.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import { onCall } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';

const [THURSDAY, FRIDAY, SATURDAY] = ['2026-11-19', '2026-11-20', '2026-11-21'];

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let shop: (typeof checkout)['shop'];
let flora: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
  shop = checkout.shop;
  flora = await employ(shop, ['florist'], 'Flora Reed');
});
afterAll(() => checkout.close());
afterEach(async () => {
  await shop.deps.db.delete(deliveryDays);
  await shop.deps.db.delete(deliverySettings);
  await shop.deps.db.execute(sql`delete from throttles`);
  // All send to one door.
  await shop.deps.db.execute(sql`delete from own_cancellations`);
  await shop.deps.delivery.renew();
  await checkout.provider.setFaults();
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
});

type Rules = (tx: Parameters<typeof setDay>[0]) => Promise<void>;
async function owner(act: Rules): Promise<void> {
  await shop.deps.db.transaction(act);
  await shop.deps.delivery.renew();
}

const at = (id: number, rest: string) => `/api/user/orders/${id}/${rest}`;
const offered = async (token: string, id: number): Promise<OrderChanges> =>
  (await shop.call('GET', at(id, 'changes/'), { token })).json();
const send = (token: string, id: number, body: object) => shop.call('PATCH', at(id, 'change/'), { token, body });
const change = async (token: string, id: number, wanted: object) =>
  send(token, id, { seen: (await offered(token, id)).last_event, ...wanted });
const cancel = (token: string, id: number) => shop.call('POST', at(id, 'cancel/'), { token });
const tie = (id: number) => shop.post('/api/desk/orders/tie/', { orders: [id] }, flora.headers);
const refund = (id: number, body: object) =>
  shop.post(`/api/desk/orders/${id}/refund/`, { words: 'A stem was short', ...body }, flora.headers);
const told = ({ status, body }: { status: number; body: string }) => [status, JSON.parse(body)];
const heldFor = async (id: number) => (await checkout.takenFor(id)).reduce((sum, pence) => sum + pence, 0);
const lettersOf = async (id: number, email?: string) => {
  await shop.doJobs();
  return shop.letters().filter(({ to, subject }) => subject.includes(` ${id}`) && (!email || to === email));
};

/** Somebody who has paid for flowers on that day. */
async function buyFor(day: string) {
  const { token, order, person } = await checkout.fillCart();
  const path = at(order.id, 'update-delivery-date/');
  const cart = (await shop.call('PATCH', path, { token, body: { delivery_date: day } })).json() as Order;
  const { id } = (await checkout.pay.create(token, cart)).json() as { id: string };
  await checkout.provider.approve(id);
  await checkout.pay.capture(token, cart.id, id);
  return { token, order: cart, email: person.user.email };
}

describe('PATCH /api/user/orders/{orderId}/change/', () => {
  test('changes day, address, note and wishes; buyer and florist each get a letter, and what was paid stays', async () => {
    const { token, order, email, pence } = await checkout.buy();
    // What a buyer typed stands in letters to an address alone that was confirmed.
    await shop.deps.db.execute(sql`update users set email_confirmed_at = now() where email = ${email}`);
    const wanted = {
      street_address: '9 Bootham',
      text: 'With more love',
      driver_note: 'Green gate',
      nobody_in: 'porch',
    };
    const { status, body } = await change(token, order.id, { ...wanted, delivery_date: THURSDAY });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      delivery_date: THURSDAY,
      text: 'With more love',
      driver_note: 'Green gate',
      nobody_in: 'porch',
      address: { street_address: '9 Bootham', recipient_name: 'Nell Whitcombe' },
      amount_to_pay: order.amount_to_pay,
    });
    const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(events.filter(({ who }) => who === 'buyer').map(({ what }) => what)).toEqual([
      'placed',
      'day',
      'address',
      'card',
      'wishes',
    ]);
    const letters = await lettersOf(order.id);
    expect(letters.map(({ to, subject }) => `${to}: ${subject}`)).toEqual(
      expect.arrayContaining([
        `${email}: Your order ${order.id} has changed`,
        `hello@marigoldlane.example: Order ${order.id} has changed: the day, the address, the card and the wishes`,
      ]),
    );
    const text = letters.find(({ to, subject }) => to === email && subject.endsWith('has changed'))?.text ?? '';
    for (const words of ['You have changed your order', 'With more love', 'For the driver: Green gate', 'With love'])
      expect(text).toContain(words);
    expect(await heldFor(order.id)).toBe(pence);
  });

  test('sent twice at once it is done once', async () => {
    const { token, order } = await checkout.buy();
    const { last_event: seen } = await offered(token, order.id);
    const sent = await Promise.all([1, 2, 3].map(() => send(token, order.id, { seen, delivery_date: FRIDAY })));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const days = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(days.filter(({ what }) => what === 'day')).toHaveLength(1);
  });

  test('words about one door are not taken to another, unless they are sent with it', async () => {
    const { token, order } = await checkout.buy();
    await change(token, order.id, { driver_note: 'Key under the pot', nobody_in: 'porch', swap_choice: 'ask' });
    await change(token, order.id, { recipient_name: 'Nell' });
    const wishes = async () => {
      const [row] = await shop.deps.db.select().from(orders).where(eq(orders.id, order.id));
      return [row?.driverNote, row?.nobodyIn, row?.swapChoice];
    };
    expect(await wishes()).toEqual(['Key under the pot', 'porch', 'ask']);
    expect((await change(token, order.id, { street_address: '9 Bootham' })).status).toBe(200);
    expect(await wishes()).toEqual(['', 'neighbour', 'ask']);
    await change(token, order.id, { street_address: '10 Bootham', driver_note: 'Blue door' });
    expect(await wishes()).toEqual(['Blue door', 'neighbour', 'ask']);
    await change(token, order.id, { street_address: '11 Bootham', driver_note: 'Blue door' });
    expect(await wishes()).toEqual(['Blue door', 'neighbour', 'ask']);
  });

  test('an address without a flat, as the desk writes some, can be sent again with another street', async () => {
    const { token, order } = await checkout.buy();
    const desk = { seen: 1_000_000, apartment_address: '' };
    await shop.call('PATCH', `/api/desk/orders/${order.id}/`, { body: desk, headers: flora.headers });
    const wanted = { apartment_address: '', street_address: '9 Bootham' };
    expect((await change(token, order.id, wanted)).status).toBe(200);
    expect((await checkout.findOrder(token, order.id)).address).toMatchObject(wanted);
  });

  test('what the desk changed since the page was loaded is not overwritten', async () => {
    const { token, order } = await checkout.buy();
    const { last_event: seen } = await offered(token, order.id);
    const desk = { seen: 1_000_000, text: 'By telephone' };
    await shop.call('PATCH', `/api/desk/orders/${order.id}/`, { body: desk, headers: flora.headers });
    expect(told(await send(token, order.id, { seen, text: 'Mine' }))).toEqual([
      409,
      { detail: 'This order was changed meanwhile. Please look at it again.' },
    ]);
    expect((await checkout.findOrder(token, order.id)).text).toBe('By telephone');
  });

  test('of two tabs that want different days one gets its day, and the other is told to look again', async () => {
    const { token, order } = await checkout.buy();
    const { last_event: seen } = await offered(token, order.id);
    const days = [THURSDAY, FRIDAY];
    const sent = await Promise.all(days.map((delivery_date) => send(token, order.id, { seen, delivery_date })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = days[sent.findIndex(({ status }) => status === 200)];
    expect((await checkout.findOrder(token, order.id)).delivery_date).toBe(won);
  });

  test('while the florist ties it, the change is done before or refused', async () => {
    for (let round = 0; round < 4; round++) {
      const { token, order } = await checkout.buy();
      const { last_event: seen } = await offered(token, order.id);
      const [changed, tied] = await Promise.all([send(token, order.id, { seen, text: 'In time?' }), tie(order.id)]);
      expect((tied.json() as PressedOrders).orders).toMatchObject([{ done: true }]);
      expect([200, 409]).toContain(changed.status);
      const { text } = await checkout.findOrder(token, order.id);
      expect(text).toBe(changed.status === 200 ? 'In time?' : 'With love');
    }
  });

  test('refuses a day that is full, closed, over its cut-off or too far away, in words', async () => {
    const { token, order } = await checkout.buy();
    await owner(async (tx) => {
      await setDay(tx, THURSDAY, { ordersADay: 0 });
      await setDay(tx, FRIDAY, { closedWords: 'Stocktaking' });
    });
    for (const [day, words] of [
      [THURSDAY, 'full'],
      [FRIDAY, 'Stocktaking'],
      ['2026-11-16', 'that soon'],
      ['2027-11-16', 'days ahead'],
    ] as const)
      expect(told(await change(token, order.id, { delivery_date: day }))).toEqual([
        400,
        { delivery_date: [expect.stringContaining(words)] },
      ]);
    expect((await checkout.findOrder(token, order.id)).delivery_date).toBe('2026-11-17');
  });

  test('of two who want the last place on a day one gets it', async () => {
    const [one, two] = [await checkout.buy(), await checkout.buy()];
    await owner((tx) => setGeneral(tx, { ordersADay: 1 }));
    const sent = await Promise.all(
      [one, two].map((who) => change(who.token, who.order.id, { delivery_date: SATURDAY })),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('after the cut-off of its day the day stays, and address, note and cancelling are still possible', async () => {
    shop.setNow(new Date('2026-11-16T11:55:00Z'));
    const { token, order } = await checkout.buy();
    shop.setNow(new Date('2026-11-16T12:00:00Z'));
    expect(await offered(token, order.id)).toMatchObject({
      change: null,
      cancel: null,
      move: expect.stringContaining('at 12:00 the day before'),
    });
    expect((await change(token, order.id, { delivery_date: FRIDAY })).status).toBe(400);
    expect((await change(token, order.id, { text: 'Still in time' })).status).toBe(200);
  });

  test('nothing of what is tied changes, nor of another’s order, nor of a cart', async () => {
    const { token, order } = await checkout.buy();
    const other = await registerSomeone(shop);
    expect((await send(other.access, order.id, { seen: 1_000_000, text: 'Mine' })).status).toBe(404);
    expect((await cancel(other.access, order.id)).status).toBe(404);
    await tie(order.id);
    const why = 'Your flowers are tied, so nothing of this order can change any more.';
    for (const wanted of [{ text: 'Late' }, { delivery_date: FRIDAY }, { city: 'Leeds' }, { nobody_in: 'porch' }])
      expect(told(await change(token, order.id, wanted))).toEqual([409, { detail: why }]);
    expect(told(await cancel(token, order.id))).toEqual([409, { detail: why }]);
    const cart = await checkout.fillCart();
    expect((await send(cart.token, cart.order.id, { seen: 0, text: 'x' })).status).toBe(404);
  });

  test('no more than so many times an hour: each brings a letter', async () => {
    const { token, order } = await checkout.buy();
    const sent = [];
    for (let number = 0; number < 31; number++) sent.push((await send(token, order.id, { seen: 0 })).status);
    expect([sent[0], sent.at(-1)]).toEqual([200, 429]);
  });
});

describe('a surcharge', () => {
  test('goes back for a day that costs less, once; a dearer day is refused and nothing changes', async () => {
    await owner((tx) => setDay(tx, SATURDAY, { surchargePence: 300 }));
    const { token, order } = await buyFor(SATURDAY);
    expect((await offered(token, order.id)).surcharge).toBe(3);
    expect((await change(token, order.id, { delivery_date: FRIDAY })).status).toBe(200);
    await shop.doJobs();
    expect((await offered(token, order.id)).surcharge).toBe(0);
    expect(await heldFor(order.id)).toBe(Math.round((order.amount_to_pay - 3) * 100));
    expect(told(await change(token, order.id, { delivery_date: SATURDAY }))).toEqual([
      400,
      {
        delivery_date: [
          'Saturday 21 November costs £3.00 more than you paid. Choose another day, or cancel this order and send it anew.',
        ],
      },
    ]);
    expect((await change(token, order.id, { delivery_date: THURSDAY })).status).toBe(200);
    await shop.doJobs();
    expect(await heldFor(order.id)).toBe(Math.round((order.amount_to_pay - 3) * 100));
    expect((await checkout.findOrder(token, order.id)).sums).toEqual(order.sums);
  });
});

describe('a change that is refused', () => {
  test('changes nothing of the rest that came with it, and brings no letter', async () => {
    await owner((tx) => setDay(tx, SATURDAY, { surchargePence: 300 }));
    const { token, order, pence } = await checkout.buy();
    await shop.doJobs();
    const before = shop.letters().length;
    const wanted = { delivery_date: SATURDAY, text: 'Dearer', nobody_in: 'porch' };
    expect((await change(token, order.id, wanted)).status).toBe(400);
    await shop.doJobs();
    expect(await checkout.findOrder(token, order.id)).toMatchObject({ text: 'With love', nobody_in: 'neighbour' });
    expect([await heldFor(order.id), shop.letters().length]).toEqual([pence, before]);
  });

  test('costs nobody anything: a surcharge that the owner adds after the purchase is not charged', async () => {
    const { token, order, pence } = await checkout.buy();
    await owner((tx) => setDay(tx, '2026-11-17', { surchargePence: 500 }));
    expect((await change(token, order.id, { text: 'The same day' })).status).toBe(200);
    expect((await change(token, order.id, { delivery_date: THURSDAY })).status).toBe(200);
    await shop.doJobs();
    expect(await heldFor(order.id)).toBe(pence);
  });
});

describe('POST /api/user/orders/{orderId}/cancel/', () => {
  test('gives all of it back once, however often it is pressed, and tells buyer and florist', async () => {
    const { token, order, email, pence } = await checkout.buy();
    expect((await offered(token, order.id)).back).toBe(pence / 100);
    const pressed = await Promise.all([1, 2, 3].map(() => cancel(token, order.id)));
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
    await shop.doJobs();
    expect(await checkout.findOrder(token, order.id)).toMatchObject({
      stage: 'cancelled',
      refunded: pence / 100,
      refunds: [{ reason: 'You cancelled this order.' }],
    });
    expect(await heldFor(order.id)).toBe(0);
    const subjects = (await lettersOf(order.id)).map(({ to, subject }) => `${to}: ${subject}`);
    expect(subjects.filter((subject) => subject.includes('cancelled')).toSorted()).toEqual(
      [
        `${email}: Your order ${order.id} is cancelled`,
        `hello@marigoldlane.example: Do not tie order ${order.id}: it is cancelled`,
      ].toSorted(),
    );
  });

  test('while the florist ties it, one of both is done and the other is told so', async () => {
    for (let round = 0; round < 4; round++) {
      const { token, order, pence } = await checkout.buy();
      const [cancelled, tied] = await Promise.all([cancel(token, order.id), tie(order.id)]);
      await shop.doJobs();
      const [now] = await shop.deps.db.select({ stage: orders.stage }).from(orders).where(eq(orders.id, order.id));
      const [pressed] = (tied.json() as PressedOrders).orders;
      if (now?.stage === 'tied') expect([cancelled.status, pressed?.done]).toEqual([409, true]);
      else expect([now?.stage, cancelled.status, pressed?.done]).toEqual(['cancelled', 200, false]);
      expect(await heldFor(order.id)).toBe(now?.stage === 'tied' ? pence : 0);
    }
  });
});

describe('an order whose day is over', () => {
  test('is neither cancelled nor changed, though nobody pressed that it was tied', async () => {
    const { token, order } = await buyFor(FRIDAY);
    const bringTo = (day: string) =>
      shop.deps.db.update(orders).set({ deliveryDate: day }).where(eq(orders.id, order.id));
    const today = londonDay(TEST_NOW);
    await bringTo(today);
    expect((await offered(token, order.id)).cancel).toBeNull();
    await bringTo(addDays(today, -1));
    const over = 'The day of this order is over, so nothing of it can change any more.';
    expect(await offered(token, order.id)).toMatchObject({ change: over, move: over, cancel: over, back: 0 });
    const before = await heldFor(order.id);
    expect(told(await cancel(token, order.id))).toEqual([409, { detail: over }]);
    expect(told(await change(token, order.id, { text: 'Too late' }))).toEqual([409, { detail: over }]);
    expect(await heldFor(order.id)).toBe(before);
  });

  test('or whose flowers were sent anew is neither changed nor cancelled', async () => {
    const { token, order } = await buyFor(FRIDAY);
    await shop.deps.db.transaction(async (tx) =>
      replaceOrder(shop.deps, tx, await lockOrder(tx, order.id), { claim: null }),
    );
    const words = 'We have sent these flowers anew for you, so this order can no longer be cancelled.';
    expect(told(await cancel(token, order.id))).toEqual([409, { detail: words }]);
    const sent = 'We have sent these flowers anew for you, so nothing of this order can change any more.';
    expect(told(await change(token, order.id, { street_address: '9 Elsewhere' }))).toEqual([409, { detail: sent }]);
    expect(await offered(token, order.id)).toMatchObject({ change: sent, move: sent, cancel: words, back: 0 });
  });
});

describe('the money of an order that is cancelled', () => {
  test('goes back less what the desk gave back, whichever came first', async () => {
    const { token, order, pence } = await checkout.buy();
    expect((await refund(order.id, { what: 'sum', amount: 5, left: pence / 100 })).status).toBe(200);
    expect((await offered(token, order.id)).back).toBe((pence - 500) / 100);
    expect((await cancel(token, order.id)).status).toBe(200);
    await shop.doJobs();
    expect((await checkout.takenFor(order.id)).toSorted((left, right) => right - left)).toEqual([
      pence,
      -500,
      500 - pence,
    ]);
  });

  test('goes back once, though the desk refunds and another tab changes the day at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      await owner((tx) => setDay(tx, SATURDAY, { surchargePence: 300 }));
      const { token, order } = await buyFor(SATURDAY);
      const { last_event: seen } = await offered(token, order.id);
      const [cancelled, refunded, moved] = await Promise.all([
        cancel(token, order.id),
        refund(order.id, { what: 'sum', amount: 5, left: order.amount_to_pay }),
        send(token, order.id, { seen, delivery_date: FRIDAY }),
      ]);
      expect(cancelled.status).toBe(200);
      for (const { status } of [refunded, moved]) expect([200, 409]).toContain(status);
      await shop.doJobs();
      expect(await heldFor(order.id)).toBe(0);
      expect(await checkout.findOrder(token, order.id)).toMatchObject({
        stage: 'cancelled',
        refunded: order.amount_to_pay,
      });
    }
  });

  test.each(['commitThen500', 'dropBeforeCommit'] as const)(
    'goes back once, though PayPal’s answer is lost (%s): the order is cancelled at once',
    async (fault) => {
      const { token, order, pence } = await checkout.buy();
      await checkout.provider.setFaults(onCall('refundCapture', { [fault]: true }));
      const { status, json } = await cancel(token, order.id);
      expect([status, json()]).toMatchObject([200, { stage: 'cancelled', refunded: 0 }]);
      await checkout.provider.setFaults();
      expect((await cancel(token, order.id)).status).toBe(200);
      await shop.doJobs();
      expect(await checkout.takenFor(order.id)).toEqual([pence, -pence]);
    },
  );

  test('is not there for flowers that replace others: they are not cancelled, and can be changed', async () => {
    const { token, order } = await checkout.buy();
    const { order: id } = await shop.deps.db.transaction(async (tx) =>
      replaceOrder(shop.deps, tx, await lockOrder(tx, order.id), { claim: null }),
    );
    expect(await offered(token, id)).toMatchObject({ change: null, back: 0, surcharge: 0 });
    expect(told(await cancel(token, id))).toEqual([409, { detail: 'These flowers replace others and cost nothing.' }]);
    expect((await change(token, id, { delivery_date: FRIDAY })).status).toBe(200);
    expect((await checkout.findOrder(token, id)).stage).toBe('to tie');
  });
});
