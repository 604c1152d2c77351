import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import type { Order } from '#contract/orders.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { buyToDoor, type Wanted } from '#server/testing/buy-to-door.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { employ } from '#server/testing/staff.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import { onCall } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let shop: (typeof checkout)['shop'];
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
  shop = checkout.shop;
  owner = await employ(shop);
});
afterAll(() => checkout.close());
afterEach(async () => {
  await shop.deps.db.execute(sql`delete from own_cancellations`);
  await shop.deps.db.execute(sql`delete from throttles`);
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
});

const at = (id: number, rest: string) => `/api/user/orders/${id}/${rest}`;
const cancel = (token: string, id: number) => shop.call('POST', at(id, 'cancel/'), { token });
const offered = async (token: string, id: number): Promise<OrderChanges> =>
  (await shop.call('GET', at(id, 'changes/'), { token })).json();
const heldFor = async (id: number) => (await checkout.takenFor(id)).reduce((sum, pence) => sum + pence, 0);
const stageOf = async (token: string, id: number) => (await checkout.findOrder(token, id)).stage;
const show = async (id: number): Promise<DeskOrder> =>
  (await shop.get(`/api/desk/orders/${id}/`, owner.headers)).json();
const decline = (id: number, words: string) =>
  shop.post(`/api/desk/orders/${id}/decline-cancel/`, { words }, owner.headers);
const tie = (id: number) => shop.post('/api/desk/orders/tie/', { orders: [id] }, owner.headers);

const buy = (wanted?: Wanted) => buyToDoor(checkout, wanted);

describe('cancelling an order of one’s own', () => {
  test('is done at once twice in thirty days; a third time a florist looks first, and nothing is lost', async () => {
    const first = await buy();
    const { token } = first;
    expect((await cancel(token, first.id)).status).toBe(200);
    const second = await buy({ token });
    expect((await offered(token, second.id)).look_first).toBe(null);
    expect((await cancel(token, second.id)).status).toBe(200);
    const third = await buy({ token });
    expect((await offered(token, third.id)).look_first).toMatch(/We look at this one first/);
    expect([(await cancel(token, third.id)).status, await stageOf(token, third.id)]).toEqual([202, 'to tie']);
    await shop.doJobs();
    expect(await heldFor(third.id)).toBe(third.pence);
    expect((await offered(token, third.id)).asked).toMatchObject({ declined: null });
    expect((await show(third.id)).troubles).toContain('cancel asked');
    expect((await show(third.id)).cancel_request?.because).toMatch(/^This person cancelled 2 orders/);
    const subjects = shop.letters().map(({ subject }) => subject);
    expect(subjects).toContain(`Order ${third.id}: its buyer asks to cancel it`);
    shop.setNow(new Date(TEST_NOW.getTime() + 60_000));
    const { json: tied } = await tie(third.id);
    expect(JSON.stringify(tied())).toContain('asked to cancel it');
  });

  test('is accepted by cancelling it at the desk, or declined in words that its buyer gets', async () => {
    const { token, id } = await buy({ quantity: 19 });
    expect((await cancel(token, id)).status).toBe(202);
    expect((await decline(id, 'Your flowers are cut already.')).status).toBe(200);
    expect((await decline(id, 'Your flowers are cut already.')).status).toBe(200);
    await shop.doJobs();
    const letters = shop.letters().filter(({ subject }) => subject === `Your order ${id} is not cancelled`);
    expect(letters.map(({ text }) => text.includes('Your flowers are cut already.'))).toEqual([true]);
    expect(await offered(token, id)).toMatchObject({ asked: { declined: 'Your flowers are cut already.' } });
    expect((await cancel(token, id)).status).toBe(409);
    expect((await show(id)).troubles).not.toContain('cancel asked');
    expect((await tie(id)).json()).toMatchObject({ orders: [{ done: true }] });

    const other = await buy({ quantity: 19 });
    expect((await cancel(other.token, other.id)).status).toBe(202);
    await shop.deps.db.execute(sql`update staff_sessions set confirmed_at = ${TEST_NOW}`);
    const body = { words: 'Of course.', left: other.pence / 100 };
    const accepted = await shop.post(`/api/desk/orders/${other.id}/cancel/`, body, owner.headers);
    expect(accepted.status, accepted.body).toBe(200);
    await shop.doJobs();
    expect([await heldFor(other.id), await stageOf(other.token, other.id)]).toEqual([0, 'cancelled']);
    expect(shop.letters().some(({ subject }) => subject === `Your order ${other.id} is cancelled`)).toBe(true);
    expect((await decline(other.id, 'Too late.')).status).toBe(409);
    expect((await show(other.id)).troubles).toEqual([]);
  });

  test('many at once are counted one by one', async () => {
    const { token, id } = await buy();
    const orders = [id];
    for (let count = 0; count < 4; count += 1) orders.push((await buy({ token })).id);
    const sent = await Promise.all(orders.map((order) => cancel(token, order)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 202, 202, 202]);
  });

  test('a new account is the same payer', async () => {
    const bought = [];
    for (let count = 0; count < 3; count += 1) bought.push(await buy({ payer: 'SAMEPAYER' }));
    const sent = [];
    for (const { token, id } of bought) sent.push((await cancel(token, id)).status);
    expect(sent).toEqual([200, 200, 202]);
  });

  test('many accounts that send to one door are counted together, however it is written', async () => {
    const streets = ['1 Bootham', '1 bootham', '1, Bootham', ' 1 BOOTHAM', '1  Bootham'];
    const sent = [];
    for (const street of streets) {
      const { token, id } = await buy({ street });
      sent.push((await cancel(token, id)).status);
    }
    expect(sent).toEqual([200, 200, 200, 200, 202]);
  });

  test('new accounts, payers and doors have an end, too: so much in a day goes back in the whole shop', async () => {
    const { token, id } = await buy();
    const day = 24 * 60 * 60_000;
    const madeUp = (at: number) => sql`
      insert into own_cancellations (key, order_id, pence, at)
      select key, 900000 + n, 1000, ${new Date(at).toISOString()}::timestamptz from own_cancellations, generate_series(1, 29) as n
      where order_id = ${id}`;
    expect((await cancel(token, id)).status).toBe(200);
    await shop.deps.db.execute(madeUp(TEST_NOW.getTime() - 60_000));
    const next = await buy();
    expect((await cancel(next.token, next.id)).status).toBe(202);
    expect((await show(next.id)).cancel_request?.because).toMatch(
      /^All buyers together cancelled 30 orders .* in the last day\./,
    );
    await shop.deps.db.execute(
      sql`update own_cancellations set at = ${new Date(TEST_NOW.getTime() - day).toISOString()}::timestamptz`,
    );
    const later = await buy();
    expect((await cancel(later.token, later.id)).status).toBe(200);
  });

  test('after thirty days there is room again', async () => {
    const { token, id } = await buy();
    await cancel(token, id);
    const next = await buy({ token });
    await cancel(token, next.id);
    await shop.deps.db.execute(sql`update own_cancellations set at = at - interval '30 days'`);
    const third = await buy({ token });
    expect((await cancel(token, third.id)).status).toBe(200);
  });
});

test('nobody holds places and codes with more than three payments that PayPal keeps pending', async () => {
  await checkout.provider.setFaults(onCall('captureOrder', { pendingCapture: { later: 'DENIED', afterSeconds: 60 } }));
  const { token } = await buy({ state: 'waiting' });
  for (let count = 0; count < 2; count += 1) await buy({ token, state: 'waiting' });
  const [bouquet] = (await shop.get('/api/products/?limit=1')).json() as { id: number }[];
  const body = { order_items: [{ product: bouquet?.id, quantity: 1 }] };
  const cart = (await shop.call('POST', '/api/user/orders/', { token, body })).json() as Order;
  const refused = await checkout.pay.create(token, cart);
  await checkout.provider.setFaults();
  expect([refused.status, refused.json().detail]).toEqual([
    409,
    'PayPal has not confirmed 3 of your payments yet. Please wait for one of them first.',
  ]);
});
