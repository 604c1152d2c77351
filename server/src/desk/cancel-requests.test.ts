import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { londonDay } from '#contract/delivery.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { formatPounds } from '#contract/money.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import { deliverOrder, dispatchOrder } from '#server/features/orders/paid/dispatch-order.ts';
import { hasReceived } from '#server/features/reviews/has-received.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { buyToDoor } from '#server/testing/buy-to-door.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let shop: (typeof checkout)['shop'];
let owner: Awaited<ReturnType<typeof employ>>;
let florist: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
  shop = checkout.shop;
  owner = await employ(shop);
  florist = await employ(shop, ['florist'], 'Flora Bell');
});
afterAll(() => checkout.close());
afterEach(async () => {
  await shop.deps.db.execute(sql`delete from own_cancellations`);
  await shop.deps.db.execute(sql`delete from throttles`);
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
});

const DAY_MS = 24 * 60 * 60_000;
const MINE =
  'You have asked us to cancel this order. We look at it, and write to you; until then nothing of it can change.';
const at = (id: number, rest: string) => `/api/user/orders/${id}/${rest}`;
const cancel = (token: string, id: number) => shop.call('POST', at(id, 'cancel/'), { token });
const offered = async (token: string, id: number): Promise<OrderChanges> =>
  (await shop.call('GET', at(id, 'changes/'), { token })).json();
const show = async (id: number, who = owner): Promise<DeskOrder> =>
  (await shop.get(`/api/desk/orders/${id}/`, who.headers)).json();
const decline = (id: number, words: string) =>
  shop.post(`/api/desk/orders/${id}/decline-cancel/`, { words }, owner.headers);
const stageOf = async (id: number) => (await show(id)).stage;
const lettersTo = async (id: number) => {
  await shop.doJobs();
  return shop.letters().filter(({ subject }) => subject === `Your order ${id} is not cancelled`);
};

/** An order of more than is cancelled at once, whose buyer has asked to cancel it. */
async function ask() {
  const bought = await buyToDoor(checkout, { quantity: 19 });
  expect((await cancel(bought.token, bought.id)).status).toBe(202);
  return bought;
}

/** As if its day had been last week. */
const endDay = (id: number) =>
  shop.deps.db.execute(sql`update orders set delivery_date = '2026-11-11', collected_on = null where id = ${id}`);

/** Another day, later than the one it has, at the desk. */
async function moveAtDesk(id: number) {
  const { arrives_on } = await show(id);
  const day = londonDay(new Date(Date.parse(`${arrives_on}T12:00:00Z`) + DAY_MS));
  const body = { orders: [id], delivery_date: day };
  const moved = await shop.post('/api/desk/orders/move/', body, owner.headers);
  expect(moved.json(), moved.body).toEqual([{ order: id, done: true, words: null }]);
}

describe('a request to cancel that nobody has answered', () => {
  test('stays open, and is said, after the day of the order', async () => {
    const { token, id } = await ask();
    await endDay(id);
    expect(await offered(token, id)).toMatchObject({
      asked: { declined: null },
      cancel: MINE,
      change: MINE,
      move: MINE,
    });
    expect((await cancel(token, id)).status).toBe(202);
  });

  test('is no order received: nothing of it can be reviewed by the calendar alone', async () => {
    const { token, id } = await ask();
    const { id: userId } = (await shop.call('GET', '/api/user/profile/', { token })).json() as { id: number };
    const [bouquet] = (await shop.get('/api/products/?limit=1')).json() as { id: number }[];
    const productId = bouquet?.id as number;
    const later = new Date(TEST_NOW.getTime() + 3 * DAY_MS);
    expect(await hasReceived(shop.deps.db, { userId, productId }, later)).toBe(false);
    await decline(id, 'It is on its way.');
    expect(await hasReceived(shop.deps.db, { userId, productId }, later)).toBe(true);
  });

  test('keeps its buyer from leaving, whose money it is about', async () => {
    const { token, id } = await ask();
    await endDay(id);
    const leave = () => shop.call('POST', '/api/user/profile/delete/', { token, body: { password: PASSWORD } });
    const refused = await leave();
    expect([refused.status, refused.json()]).toEqual([
      409,
      { detail: `You asked us to cancel order ${id}, and we have not answered yet. You can leave once we have.` },
    ]);
    await decline(id, 'They were sent.');
    expect((await leave()).status).toBe(200);
  });

  test('changes in nothing meanwhile: no other day is held by it', async () => {
    const { token, id } = await ask();
    const { last_event: seen } = await offered(token, id);
    for (const body of [
      { delivery_date: '2026-11-20' },
      { text: 'Others' },
      { driver_note: 'Ring twice' },
      { city: 'Leeds' },
    ]) {
      const refused = await shop.call('PATCH', at(id, 'change/'), { token, body: { ...body, seen } });
      expect([refused.status, refused.json()]).toEqual([409, { detail: MINE }]);
    }
  });
});

describe('a declined request', () => {
  test('stands while the order is as it was, and no longer once the shop has moved it', async () => {
    const { token, id } = await ask();
    await decline(id, 'Cut already.');
    const refusal = 'You asked us to cancel this order, and we did not: “Cut already.”';
    const refused = await cancel(token, id);
    expect([refused.status, refused.json()]).toEqual([409, { detail: refusal }]);
    expect(await offered(token, id)).toMatchObject({ cancel: refusal, asked: { declined: 'Cut already.' } });
    await moveAtDesk(id);
    expect(await offered(token, id)).toMatchObject({
      cancel: null,
      asked: null,
      look_first: expect.stringMatching(
        /^We have changed this order since we declined to cancel it: you can ask again\. /,
      ),
    });
    expect((await cancel(token, id)).status).toBe(202);
    expect(await show(id)).toMatchObject({ cancel_request: { answered: false, declined: null } });
    await decline(id, 'Bought for that day.');
    expect((await cancel(token, id)).status).toBe(409);
    expect(await lettersTo(id)).toHaveLength(2);
  });

  test('stands through a change of the buyer’s own, and falls with a flower that is replaced', async () => {
    const { token, id } = await ask();
    await decline(id, 'Cut already.');
    const { last_event: seen } = await offered(token, id);
    const changed = await shop.call('PATCH', at(id, 'change/'), { token, body: { delivery_date: '2026-11-20', seen } });
    expect(changed.status, changed.body).toBe(200);
    expect((await cancel(token, id)).status).toBe(409);
    await shop.deps.db.execute(sql`
      insert into order_events (order_id, at, actor, staff_id, who, what, before, after)
      values (${id}, ${TEST_NOW}, 'staff', ${florist.id}, 'Flora Bell', 'swap', '2 Rose', '2 Tulip')`);
    expect((await cancel(token, id)).status).toBe(202);
  });
});

describe('until a request is answered', () => {
  const waiting = (id: number) =>
    `The buyer of order ${id} asked to cancel it: cancel it, or decline, before it is tied.`;
  const by = onCommandLine('hana');

  test('no way leads from to tie', async () => {
    const { id } = await ask();
    for (const mark of [dispatchOrder, deliverOrder])
      await expect(shop.deps.db.transaction((tx) => mark(shop.deps, tx, id, by))).rejects.toThrow(waiting(id));
    const tied = await shop.post('/api/desk/orders/tie/', { orders: [id] }, florist.headers);
    expect(tied.json()).toEqual({ orders: [{ order: id, done: false, stage: 'to tie', words: waiting(id) }] });
    expect(await stageOf(id)).toBe('to tie');
  });

  test.each([
    ['handed over', 'delivered'],
    ['nobody in', 'not delivered'],
  ])('flowers that left all the same (%s) close it, with one letter', async (outcome, stage) => {
    const { token, id } = await ask();
    const press = () =>
      shop.post(
        `/api/desk/stops/${id}/outcome/`,
        { outcome, ...(outcome === 'nobody in' && { next: 'again today' }) },
        florist.headers,
      );
    expect((await press()).status).toBe(200);
    expect((await press()).status).toBe(200);
    const words = 'Your flowers had left before we could answer.';
    expect(await show(id)).toMatchObject({ stage, cancel_request: { answered: true, declined: words } });
    const letters = await lettersTo(id);
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain(words);
    expect(letters[0]?.text).not.toContain('as agreed');
    expect((await cancel(token, id)).json().detail).toContain(words);
  });

  test('a flower that waits for its buyer’s answer keeps it as well', async () => {
    const { id } = await buyToDoor(checkout);
    await shop.deps.db.execute(sql`
      insert into swaps (order_id, item_id, flower, count, instead, instead_count, state, staff_id, made_at)
      select ${id}, id, 'Rose', 2, 'Tulip', 2, 'asked', ${florist.id}, ${TEST_NOW} from order_items where order_id = ${id}`);
    const why = `Order ${id} waits for its buyer, who was asked about Rose.`;
    await expect(shop.deps.db.transaction((tx) => dispatchOrder(shop.deps, tx, id, by))).rejects.toThrow(why);
    const pressed = await shop.post(`/api/desk/stops/${id}/outcome/`, { outcome: 'handed over' }, florist.headers);
    expect([pressed.status, await stageOf(id)]).toEqual([200, 'delivered']);
    expect(await lettersTo(id)).toEqual([]);
  });
});

test('what the desk reads of one large order is its sum, and whoever cannot give it back is told before the press', async () => {
  const { id, pence } = await ask();
  const sum = formatPounds(pence / 100);
  const shown = await show(id, florist);
  expect(shown.cancel_request?.because).toBe(
    `This order is ${sum}: more than £500.00 does not go back without a look.`,
  );
  expect(shown.may.cancel).toBe('You may give back up to £20.00 of an order. Please ask an owner.');
  expect((await show(id)).may.cancel).toBe(null);
  const body = { words: 'Of course.', left: pence / 100 };
  const refused = await shop.post(`/api/desk/orders/${id}/cancel/`, body, florist.headers);
  expect([refused.status, refused.json().detail]).toEqual([403, shown.may.cancel]);
});

test('declined after its day, it is not said to come', async () => {
  const { id } = await ask();
  await endDay(id);
  await decline(id, 'It was brought by hand.');
  expect((await lettersTo(id)).map(({ text }) => text.includes('as agreed'))).toEqual([false]);
});
