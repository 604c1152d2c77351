import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SheetTicket, Ticket, Today } from '#contract/desk.ts';
import { setDay } from '#server/features/delivery/set-rules.ts';
import { orders } from '#server/features/orders/table.ts';
import { runStops, runs } from '#server/features/runs/table.ts';
import { orderNotes } from '#server/features/tying/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { awaitPaymentOfCart, fillCart, productId } from '#server/testing/carts.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let hana: Awaited<ReturnType<typeof employ>>;

beforeAll(async () => {
  shop = await openTestShop();
  hana = await employ(shop, ['florist']);
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`truncate orders, runs, delivery_days cascade`);
  await shop.deps.delivery.renew();
  shop.setNow(TEST_NOW);
});

const show = async (day?: string): Promise<Today> =>
  (await shop.get(`/api/desk/today/${day ? `?day=${day}` : ''}`, hana.headers)).json();
const buy = async (day = '2026-11-16', bouquets?: string[]) =>
  (await buyFlowers(shop, { day, ...(bouquets && { bouquets }) })).order;
const set = (id: number, change: Partial<typeof orders.$inferInsert>) =>
  shop.deps.db.update(orders).set(change).where(eq(orders.id, id));
const makeRun = async (number: number, leavesAt: string, orderIds: number[], day = '2026-11-16') => {
  const [run] = await shop.deps.db.insert(runs).values({ day, number, leavesAt }).returning();
  const id = run?.id as number;
  await shop.deps.db.insert(runStops).values(orderIds.map((orderId, position) => ({ orderId, runId: id, position })));
  return id;
};
const idsOf = ({ tickets }: { tickets: SheetTicket[] }) => tickets.map(({ id }) => id);

describe('GET /api/desk/today/', () => {
  test('shows a ticket whole', async () => {
    const order = await buy('2026-11-16', ['Rosy Parlour']);
    await set(order.id, { address: { ...(order.address as object), postal_code: 'E8 3QX' } as never });
    const { day, today, now, tickets } = await show();
    expect({ day, today, now }).toEqual({ day: '2026-11-16', today: '2026-11-16', now: TEST_NOW.toISOString() });
    expect(tickets).toEqual([
      {
        id: order.id,
        stage: 'to tie',
        leaves_on: '2026-11-16',
        arrives_on: '2026-11-16',
        by_carrier: false,
        run: null,
        position: null,
        district: 'E8',
        recipient: 'Nell Whitcombe',
        note: 'With love\nfrom us',
        lines: [
          {
            id: order.order_items[0]?.id,
            product: order.order_items[0]?.product,
            name: 'Rosy Parlour',
            size: 'standard',
            quantity: 2,
            tied: 0,
            extras: [],
            picture: expect.stringMatching(/^\/pictures\/[\da-f]+-\d+\.webp$/),
          },
        ],
        flags: [],
        troubles: [],
        claim: null,
        replaced_by: null,
        outcome: null,
        paid_at: TEST_NOW.toISOString(),
        moved_at: null,
      },
    ]);
  });

  test('stands in the order the vans leave: runs, then what has none, the carrier last', async () => {
    const [first, second, third, none, parcel] = [await buy(), await buy(), await buy(), await buy(), await buy()];
    await set(parcel.id, { collectedOn: '2026-11-16', deliveryDate: '2026-11-17' });
    await set(none.id, { text: '' });
    const late = await makeRun(2, '12:30', [third.id]);
    const early = await makeRun(1, '11:00', [second.id, first.id]);
    const sheet = await show();
    expect(idsOf(sheet)).toEqual([second.id, first.id, third.id, none.id, parcel.id]);
    expect(sheet.tickets.map(({ run }) => run)).toEqual([early, early, late, null, null]);
    expect(sheet.tickets[4]).toMatchObject({ by_carrier: true, arrives_on: '2026-11-17', leaves_on: '2026-11-16' });
    expect(sheet.tickets[3]).toMatchObject({ flags: ['no card'] });
    expect(sheet.runs).toEqual([
      { id: early, number: 1, leaves_at: '11:00', left_at: null, driver: null },
      { id: late, number: 2, leaves_at: '12:30', left_at: null, driver: null },
    ]);
  });

  test('runs stand as they leave, and by number only at the same time: on the sheet, on Deliveries, on the driver’s phone', async () => {
    const [first, second, third] = [await buy(), await buy(), await buy()];
    await makeRun(1, '16:00', [first.id]);
    await makeRun(3, '09:30', [second.id]);
    await makeRun(2, '09:30', [third.id]);
    const driver = await employ(shop, ['driver']);
    await shop.deps.db.update(runs).set({ driverId: driver.id });
    const sheet = await show();
    expect(sheet.runs.map(({ number }) => number)).toEqual([2, 3, 1]);
    expect(idsOf(sheet)).toEqual([third.id, second.id, first.id]);
    const listed = async (path: string, { headers } = hana) => (await shop.get(`/api/desk/${path}`, headers)).json();
    const numbersOf = (found: { runs: { number: number }[] }) => found.runs.map(({ number }) => number);
    expect(numbersOf(await listed('deliveries/'))).toEqual([2, 3, 1]);
    expect(numbersOf(await listed('my-runs/', driver))).toEqual([2, 3, 1]);
    const printed: { orders: { id: number }[] } = await listed('print/?sheet=card&day=2026-11-16');
    expect(printed.orders.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
  });

  test('late, returned and claimed ones of other days come with today, and with no other day', async () => {
    const [forgotten, returned, claimed, sent, done, parcel] = await Promise.all(
      ['2026-11-13', '2026-11-12', '2026-11-15', '2026-11-14', '2026-11-14', '2026-11-13'].map((day) => buy(day)),
    );
    await set(returned?.id ?? 0, { stage: 'not delivered' });
    await set(claimed?.id ?? 0, { stage: 'delivered' });
    await set(sent?.id ?? 0, { stage: 'out' });
    await set(done?.id ?? 0, { stage: 'delivered' });
    await set(parcel?.id ?? 0, { stage: 'out', collectedOn: '2026-11-12' });
    await shop.deps.db.execute(sql`insert into claims (order_id, text, photo, made_at, on_the_day)
      values (${claimed?.id}, 'Snapped', '\\x00', now(), true)`);
    const ours = await buy();
    const troubles = new Map((await show()).tickets.map((ticket) => [ticket.id, ticket.troubles]));
    expect(troubles).toEqual(
      new Map([
        [forgotten?.id, ['late']],
        [returned?.id, ['not delivered']],
        [claimed?.id, ['claimed']],
        [sent?.id, ['late']],
        [ours.id, []],
      ]),
    );
    expect(idsOf(await show('2026-11-17'))).toEqual([]);
    expect(idsOf(await show('2026-11-14')).toSorted()).toEqual([sent?.id, done?.id].toSorted());
  });

  test('what is still to tie after its van did leave is late; of a van that should have left the run says it once', async () => {
    const [one, two, tied] = [await buy(), await buy(), await buy()];
    await set(tied.id, { stage: 'tied' });
    await makeRun(1, '09:46', [one.id, tied.id]);
    const run = await makeRun(2, '15:00', [two.id]);
    const troubles = async () => (await show()).tickets.map((ticket) => ticket.troubles);
    expect(await troubles()).toEqual([[], [], []]);
    await shop.deps.db.update(runs).set({ leftAt: TEST_NOW }).where(eq(runs.id, run));
    expect(await troubles()).toEqual([[], [], ['late']]);
  });

  test('what PayPal has not decided is in trouble; what is just being paid, and what was cancelled, is not shown', async () => {
    const await_ = async () => {
      const cart = await fillCart(shop, await registerSomeone(shop), [{ product: await productId(shop, 'Tearoom') }]);
      await awaitPaymentOfCart(shop, cart.id);
      return cart.id;
    };
    const [pending, capturing] = [await await_(), await await_()];
    const cancelled = await buy('2026-11-17');
    await set(cancelled.id, { stage: 'cancelled' });
    for (const [id, state] of [[pending, 'pending'] as const, [capturing, 'capturing'] as const])
      await shop.deps.db.execute(sql`
        insert into payments (order_id, order_version, state, amount_pence, invoice, look_again_at, created_at, changed_at)
        values (${id}, 1, ${state}, 100, ${`I${id}`}, now(), now(), now())`);
    expect((await show('2026-11-17')).tickets.map(({ id, troubles }) => [id, troubles])).toEqual([
      [pending, ['unpaid']],
    ]);
  });

  test('counts the days of the strip, and down to the next cut-off', async () => {
    await shop.deps.db.transaction(async (tx) => {
      await setDay(tx, '2026-11-17', { ordersADay: 40 });
      await setDay(tx, '2026-11-18', { closedWords: 'Stocktaking' });
    });
    await shop.deps.delivery.renew();
    const done = await buy('2026-11-15');
    await set(done.id, { stage: 'delivered' });
    await buy();
    const tomorrow = await buy('2026-11-17');
    await set(tomorrow.id, { stage: 'tied' });
    await shop.deps.delivery.renew();
    const { tiles, dial } = await show();
    expect(tiles.map(({ day }) => day)).toEqual([15, 16, 17, 18, 19, 20, 21].map((date) => `2026-11-${date}`));
    const tile = { booked: 1, orders: 1, holds: null, closed: null };
    expect(tiles.slice(0, 4)).toEqual([
      { day: '2026-11-15', ...tile, to_tie: 0, delivered: 1, open: false },
      { day: '2026-11-16', ...tile, to_tie: 1, delivered: 0, open: false },
      { day: '2026-11-17', ...tile, to_tie: 0, delivered: 0, holds: 40, open: true },
      { day: '2026-11-18', ...tile, booked: 0, orders: 0, to_tie: 0, delivered: 0, open: false, closed: 'Stocktaking' },
    ]);
    expect(dial).toEqual({ day: '2026-11-17', closes_at: '2026-11-16T12:00:00.000Z', booked: 1, left: 39 });
    shop.setNow(new Date('2026-11-16T12:00:00Z'));
    expect((await show()).dial).toEqual({
      day: '2026-11-19',
      closes_at: '2026-11-18T12:00:00.000Z',
      booked: 0,
      left: null,
    });
    // A day that is open counts for itself, and the strip moves by whole weeks.
    const later = await show('2026-11-27');
    expect(later.dial).toMatchObject({ day: '2026-11-27', closes_at: '2026-11-26T12:00:00.000Z' });
    expect(later.tiles[0]?.day).toBe('2026-11-22');
    expect((await show('2026-11-14')).tiles.map(({ day }) => day)[6]).toBe('2026-11-14');
  });

  test('a parcel is booked on the day it arrives, by the tile, the dial and the calendar, and on the sheet it leaves by', async () => {
    const parcel = await buy('2026-12-03');
    await set(parcel.id, { collectedOn: '2026-12-02' });
    await shop.deps.delivery.renew();
    const [leaves, arrives] = [await show('2026-12-02'), await show('2026-12-03')];
    const tileOf = (day: string) => arrives.tiles.find((tile) => tile.day === day);
    expect(tileOf('2026-12-02')).toMatchObject({ booked: 0, orders: 1 });
    expect(tileOf('2026-12-03')).toMatchObject({ booked: 1, orders: 0 });
    expect([leaves.dial.booked, leaves.tickets.length]).toEqual([0, 1]);
    expect([arrives.dial.booked, arrives.tickets.length]).toEqual([1, 0]);
  });

  test.each([
    ['tomorrow', 'A day is written as 2026-11-17.'],
    ['2026-02-30', 'A day is written as 2026-11-17.'],
    ['2031-01-01', 'That is more than a year away.'],
  ])('refuses %s', async (day, words) => {
    const response = await shop.get(`/api/desk/today/?day=${day}`, hana.headers);
    expect([response.status, response.json()]).toEqual([400, { day: [words] }]);
  });

  test('takes as many queries for many orders as for one', async () => {
    const count = async () => {
      const asked: string[] = [];
      const pool = shop.deps.db.$client as unknown as { query: (...args: unknown[]) => unknown };
      const { query } = pool;
      pool.query = (...args) => {
        asked.push(String((args[0] as { text?: string }).text ?? args[0]));
        return query.apply(pool, args);
      };
      await show();
      pool.query = query;
      return asked.length;
    };
    await buy();
    const forOne = await count();
    for (let bought = 0; bought < 5; bought += 1) await buy();
    expect(await count()).toBe(forOne);
  });
});

describe('GET /api/desk/orders/{orderId}/ticket/', () => {
  test('has the recipe, the wrapping, the card, notes of staff, and its place among those to tie', async () => {
    const [first, second, third] = [await buy('2026-11-16', ['Rosy Parlour']), await buy(), await buy()];
    const run = await makeRun(1, '11:00', [third.id, first.id]);
    await set(first.id, { driverNote: 'The bell is broken', swapChoice: 'ask', nobodyIn: 'try again' });
    const note = { who: 'Hana Okafor', text: 'The pink ribbon, please', at: TEST_NOW };
    await shop.deps.db.insert(orderNotes).values({ orderId: first.id, staffId: hana.id, ...note });
    const ticket: Ticket = (await shop.get(`/api/desk/orders/${first.id}/ticket/`, hana.headers)).json();
    expect(ticket).toMatchObject({
      id: first.id,
      stage: 'to tie',
      recipient: 'Nell Whitcombe',
      buyer: 'Ada Lovelace',
      note: 'With love\nfrom us',
      driver_note: 'The bell is broken',
      swap_choice: 'ask',
      can_ask: true,
      nobody_in: 'try again',
      lines: [
        {
          name: 'Rosy Parlour',
          size: 'standard',
          quantity: 2,
          tied: 0,
          extras: [],
          wrapping: 'Kraft and blush paper wrap, rose ribbon',
          recipe: expect.arrayContaining([{ flower: 'Pink peony', count: 5 }]),
        },
      ],
      notes: [{ who: 'Hana Okafor', text: 'The pink ribbon, please' }],
      run: { id: run, number: 1, leaves_at: '11:00' },
      left_to_tie: 2,
      place: 2,
      of: 3,
      before: third.id,
      after: second.id,
    });
    await shop.post('/api/desk/orders/tie/', { orders: [first.id] }, hana.headers);
    expect((await shop.get(`/api/desk/orders/${first.id}/ticket/`, hana.headers)).json()).toMatchObject({
      stage: 'tied',
      left_to_tie: 1,
      place: null,
      of: 2,
      before: null,
      after: third.id,
      lines: [{ tied: 2 }],
    });
  });

  test('a cart has none', async () => {
    const cart = await fillCart(shop, await registerSomeone(shop), [{ product: await productId(shop, 'Tearoom') }]);
    expect((await shop.get(`/api/desk/orders/${cart.id}/ticket/`, hana.headers)).status).toBe(404);
  });
});
