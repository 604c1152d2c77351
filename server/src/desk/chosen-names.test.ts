import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import { setDay } from '#server/features/delivery/set-rules.ts';
import { refundAtDesk } from '#server/features/payments/refunds/refund-order.ts';
import { fillActors } from '#server/features/staff/fill-actors.ts';
import { toOperator } from '#server/features/staff/find-colleague.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';

// Whoever works here chooses a name, and so does whoever set up the machine. Neither is a kind of person.

const [FRIDAY, SATURDAY] = ['2026-11-20', '2026-11-21'];

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let shop: (typeof checkout)['shop'];
beforeAll(async () => {
  checkout = await openTestCheckout();
  shop = checkout.shop;
  await shop.deps.db.transaction((tx) => setDay(tx, SATURDAY, { surchargePence: 300 }));
  await shop.deps.delivery.renew();
});
afterAll(() => checkout.close());
afterEach(() => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
});

const waitMinutes = (minutes: number) => shop.setNow(new Date(TEST_NOW.getTime() + minutes * 60_000));

type Employee = Awaited<ReturnType<typeof employ>>;
const at = (id: number, rest: string) => `/api/user/orders/${id}/${rest}`;
const heldFor = async (id: number) => (await checkout.takenFor(id)).reduce((sum, pence) => sum + pence, 0);

async function buyForSaturday() {
  const { token, order, person } = await checkout.fillCart();
  const path = at(order.id, 'update-delivery-date/');
  const cart = (await shop.call('PATCH', path, { token, body: { delivery_date: SATURDAY } })).json() as Order;
  const { id } = (await checkout.pay.create(token, cart)).json() as { id: string };
  await checkout.provider.approve(id);
  await checkout.pay.capture(token, cart.id, id);
  return { token, email: person.user.email, id: cart.id, pence: Math.round(cart.amount_to_pay * 100) };
}

async function moveToFriday(token: string, id: number) {
  const { last_event: seen } = (await shop.call('GET', at(id, 'changes/'), { token })).json() as OrderChanges;
  const moved = await shop.call('PATCH', at(id, 'change/'), { token, body: { seen, delivery_date: FRIDAY } });
  expect(moved.status, moved.body).toBe(200);
  await shop.doJobs();
}

const show = async ({ headers }: Employee, id: number): Promise<DeskOrder> =>
  (await shop.get(`/api/desk/orders/${id}/`, headers)).json();

async function giveBack(by: Employee, id: number, amount: number) {
  const { left } = (await show(by, id)).money as { left: number };
  const body = { what: 'sum', amount, left, words: 'For Ada Lovelace: a stem was short' };
  const given = await shop.post(`/api/desk/orders/${id}/refund/`, body, by.headers);
  expect(given.status, given.body).toBe(200);
  await shop.doJobs();
}

/** As the command does, run by a user of the machine of this name. */
async function refundByCommand(user: string, seenBy: Employee, id: number, amount: number) {
  const { left } = (await show(seenBy, id)).money;
  const operator = toOperator(user, shop.deps.clock.now());
  await refundAtDesk(shop.deps, operator, id, { what: 'sum', amount, left, words: 'A stem was short' });
}

const lettersTo = (email: string) => shop.letters().filter(({ to }) => to === email);

describe.each(['shop', 'buyer', 'PayPal'])('a florist called %s', (name) => {
  test('gives back what a florist gives back: the surcharge still goes back by itself, and the words are told', async () => {
    const florist = await employ(shop, ['florist'], name);
    const { token, id, email, pence } = await buyForSaturday();
    await giveBack(florist, id, 3);
    waitMinutes(1);
    await moveToFriday(token, id);
    expect(await heldFor(id)).toBe(pence - 600);
    expect(lettersTo(email).find(({ subject }) => subject.includes('£3.00'))?.text).toContain('a stem was short');
    const { events, money } = await show(florist, id);
    expect(money?.refunds).toMatchObject([
      { by: 'staff', staff: florist.id, who: name },
      { by: 'shop', staff: null },
    ]);
    const asked = events.filter(({ what }) => what === 'refund asked').map(({ by, staff }) => [by, staff]);
    expect(asked).toEqual([
      ['shop', null],
      ['staff', florist.id],
    ]);
    expect(events.find(({ what }) => what === 'day')).toMatchObject({ by: 'buyer', staff: null });
  });

  test('changes an order as the shop does', async () => {
    const florist = await employ(shop, ['florist'], name);
    const { id, email } = await buyForSaturday();
    const seen = (await show(florist, id)).events.at(-1)?.id;
    const change = (body: object) =>
      shop.call('PATCH', `/api/desk/orders/${id}/`, { headers: florist.headers, body: { seen, tell: true, ...body } });
    expect((await change({ text: 'Other words' })).status).toBe(200);
    await shop.doJobs();
    const letter = lettersTo(email).find(({ subject }) => subject.endsWith('has changed'))?.text;
    expect(letter).toContain('We have changed your order');
    expect((await change({ text: 'Words again' })).json().detail).toMatch(new RegExp(`^${name} has changed`));
  });

  test('leaves no words behind in a refund when the account of the buyer is deleted', async () => {
    const florist = await employ(shop, ['florist'], name);
    const { token, id } = await buyForSaturday();
    await giveBack(florist, id, 3);
    await shop.deps.db.execute(
      sql`update orders set stage = 'delivered', delivery_date = '2026-11-02', delivered_at = now() where id = ${id}`,
    );
    const body = { password: PASSWORD };
    const left = await shop.call('POST', '/api/user/profile/delete/', { token, body });
    expect(left.status, left.body).toBeLessThan(300);
    const { rows } = await shop.deps.db.execute(sql`select refunds.reason from refunds
      join payments on payments.id = refunds.payment_id where payments.order_id = ${id}`);
    expect(rows).toEqual([{ reason: '' }]);
  });
});

test.each(['shop', 'buyer', 'PayPal'])(
  'a user of the machine called %s is somebody on the command line',
  async (name) => {
    const owner = await employ(shop);
    const { token, id, pence } = await buyForSaturday();
    await refundByCommand(name, owner, id, 3);
    await moveToFriday(token, id);
    expect(await heldFor(id)).toBe(pence - 600);
    const { entries } = (await shop.get(`/api/desk/history/?order=${id}`, owner.headers)).json();
    const told = entries.map(({ by, who, what }: Record<string, string>) => [by, who, what]);
    expect(told).toEqual([['command line', name, 'refund order']]);
  },
);

test('what a version before wrote, with names alone, is read as what it was, and filled in', async () => {
  const florist = await employ(shop, ['florist'], 'shop');
  const { token, id, pence } = await buyForSaturday();
  await giveBack(florist, id, 1);
  waitMinutes(1);
  await refundByCommand('shop', florist, id, 2);
  for (const table of ['refunds', 'order_events', 'desk_log'])
    await shop.deps.db.execute(sql`update ${sql.identifier(table)} set actor = null`);
  await shop.deps.db.execute(sql`update refunds set staff_id = null`);
  waitMinutes(2);
  await moveToFriday(token, id);
  await shop.doJobs();
  expect(await heldFor(id)).toBe(pence - 600);
  await shop.deps.db.execute(sql`update refunds set actor = null`);
  const read = async () => (await show(florist, id)).money?.refunds.map(({ by, who }) => [by, who]);
  const told = [
    ['staff', 'shop'],
    ['command line', 'shop'],
    ['shop', 'shop'],
  ];
  expect(await read()).toEqual(told);
  await fillActors(shop.deps, 2);
  expect(await read()).toEqual(told);
  expect((await show(florist, id)).money?.refunds[0]).toMatchObject({ staff: florist.id });
  const { rows } = await shop.deps.db.execute(sql`select from order_events where actor is null
    union all select from refunds where actor is null union all select from desk_log where actor is null`);
  expect(rows).toEqual([]);
});
