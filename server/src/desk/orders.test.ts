import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { toRefundParts } from '#server/features/payments/refunds/refund-parts.ts';
import { refunds } from '#server/features/payments/table.ts';
import { deskLog, staffSessions } from '#server/features/staff/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { letters } from '#server/platform/mail/table.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { onCall } from '../../../paypal-stand-in/testing/test-stand-in.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let shop: (typeof checkout)['shop'];
let flora: Awaited<ReturnType<typeof employ>>;
let owner: Awaited<ReturnType<typeof employ>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
  shop = checkout.shop;
  flora = await employ(shop, ['florist'], 'Flora Reed');
  owner = await employ(shop, ['owner'], 'Olive Hart');
});
afterAll(() => checkout.close());
beforeEach(async () => {
  await checkout.provider.setFaults();
  await shop.deps.db.execute(sql`truncate throttles, desk_log, delivery_settings, delivery_days`);
  await shop.deps.delivery.renew();
});
afterEach(() => expect(shop.failures).toEqual([]));

const at = (id: number, rest = '') => `/api/desk/orders/${id}/${rest}`;
const look = async (id: number, { headers } = flora): Promise<DeskOrder> => (await shop.get(at(id), headers)).json();
const change = async (id: number, body: object, { headers } = flora) => {
  const { last_event } = await look(id);
  return shop.call('PATCH', at(id), { body: { seen: last_event, ...body }, headers });
};
const setStage = (id: number, stage: DeskOrder['stage']) =>
  shop.deps.db.update(orders).set({ stage }).where(eq(orders.id, id));
const eventsOf = (id: number) =>
  shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.id);
const lettersTo = async (email: string) => {
  await shop.doJobs();
  return shop.letters().filter(({ to }) => to === email);
};
/** What a buyer typed stands in letters to an address alone that was confirmed. */
const confirmEmail = (email: string) =>
  shop.deps.db.execute(sql`update users set email_confirmed_at = now() where email = ${email}`);
const confirm = (staffId: number, when: Date | null) =>
  shop.deps.db.update(staffSessions).set({ confirmedAt: when }).where(eq(staffSessions.staffId, staffId));
const heldFor = async (id: number) => (await checkout.takenFor(id)).reduce((sum, pence) => sum + pence, 0);

describe('GET /api/desk/orders/{id}/', () => {
  test('has what was bought, where it goes, its money as sums that add up, and what happened', async () => {
    const { order, email, pence } = await checkout.buy();
    await shop.doJobs();
    await shop.post(at(order.id, 'notes/'), { text: 'The pink ribbon' }, flora.headers);
    const shown = await look(order.id);
    expect(shown).toMatchObject({
      id: order.id,
      stage: 'to tie',
      recipient: 'Nell Whitcombe',
      district: 'YO31',
      note: 'With love',
      buyer: { name: 'Ada Lovelace', email, orders: 1 },
      address: { street_address: '12 Gillygate', postal_code: 'YO31 7EQ' },
      may: {
        change: null,
        card: null,
        cancel: 'You may give back up to £20.00 of an order. Please ask an owner.',
        replace: null,
      },
      money: {
        payments: [{ state: 'captured', capture_id: expect.any(String), amount: pence / 100 }],
        paid: pence / 100,
        back: 0,
        on_its_way: 0,
        left: pence / 100,
        most_here: 20,
        confirm_above: 20,
        refunds: [],
      },
      notes: [{ who: 'Flora Reed', text: 'The pink ribbon' }],
      letters: [{ kind: 'order-confirmed', to: email, sent_at: expect.any(String), can_send_again: true }],
    });
    const sum = (parts: { amount: number }[]) =>
      Math.round(parts.reduce((total, { amount }) => total + amount * 100, 0));
    expect([sum(shown.money.sums), sum(shown.money.parts)]).toEqual([pence, pence]);
    expect(shown.events.map(({ what, who }) => `${what} by ${who}`)).toContain('note written by Flora Reed');
    expect(shown.last_event).toBe(shown.events[0]?.id);
    expect((await look(order.id, owner)).money.most_here).toBe(pence / 100);
    expect((await shop.get(at(999_999), flora.headers)).status).toBe(404);
  });

  test('has PayPal’s fee as it told it, and the VAT of a shop that had a number then', async () => {
    const { order, pence } = await checkout.buy();
    const { rows } = await shop.deps.db.execute<{ fee: number }>(
      sql`select fee_pence as fee from payments where order_id = ${order.id} and state = 'captured'`,
    );
    const fee = rows[0]?.fee as number;
    expect(fee).toBeGreaterThan(0);
    expect((await look(order.id)).money).toMatchObject({ vat: null, fee: fee / 100 });
    await shop.deps.db.execute(
      sql`update orders set vat_number = 'GB123456789', vat_percent = 20 where id = ${order.id}`,
    );
    await shop.deps.db.execute(sql`update payments set fee_pence = null where order_id = ${order.id}`);
    expect((await look(order.id)).money).toMatchObject({ vat: Math.round(pence / 6) / 100, fee: null });
  });

  test('of a discount each part has its share, to the penny', () => {
    const line = (id: number, pricePence: number) =>
      ({ id, name: 'x', size: 'standard', quantity: 1, pricePence, extras: [] }) as never;
    const lines = [line(1, 3333), line(2, 3333), line(3, 3334)];
    const sums = (discount: number) =>
      [
        { kind: 'goods', label: 'Flowers', pence: 10_000 },
        { kind: 'delivery', label: 'Delivery', pence: 500 },
        { kind: 'discount', label: 'X', pence: -discount },
      ] as const;
    for (const discount of [1, 2, 333, 1000, 9_999, 10_000]) {
      const parts = toRefundParts(lines, sums(discount), false);
      expect(parts.reduce((total, { pence }) => total + pence, 0)).toBe(10_500 - discount);
      expect(parts.find(({ key }) => key === 'delivery')?.pence).toBe(500);
    }
    expect(toRefundParts(lines, sums(500), true).map(({ key }) => key)).toEqual(['line-1', 'line-2', 'line-3']);
    // A code for free delivery takes nothing off the surcharge of a day.
    const onPeakDay = [...sums(500), { kind: 'surcharge', label: 'Saturday', pence: 300 }] as const;
    expect(toRefundParts(lines, onPeakDay, true).at(-1)).toEqual({ key: 'surcharge', label: 'Saturday', pence: 300 });
    expect(toRefundParts(lines, onPeakDay, true).map(({ key }) => key)).not.toContain('delivery');
  });
});

describe('letters of an order', () => {
  test('are kept as sent, can be read and sent again once a minute, to where the buyer is now', async () => {
    const { order, email } = await checkout.buy();
    await confirmEmail(email);
    const before = (await lettersTo(email)).length;
    const [letter] = (await look(order.id)).letters;
    const url = at(order.id, `letters/${letter?.id}/`);
    const read = (await shop.get(url, flora.headers)).json();
    expect(read).toMatchObject({ subject: expect.stringContaining(String(order.id)), letter: { kind: letter?.kind } });
    expect(read.text).toContain('Nell Whitcombe');
    const soon = await shop.post(`${url}again/`, {}, flora.headers);
    expect([soon.status, soon.json().detail]).toEqual([409, 'Such a letter was written less than a minute ago.']);
    await shop.deps.db.execute(sql`update letters set created_at = created_at - interval '2 minutes'`);
    await shop.deps.db.execute(sql`update users set email = 'moved@example.org' where email = ${email}`);
    expect((await shop.post(`${url}again/`, {}, flora.headers)).status).toBe(200);
    expect(await lettersTo(email)).toHaveLength(before);
    const again = await lettersTo('moved@example.org');
    expect(again.map(({ subject }) => subject)).toEqual([read.subject]);
    expect((await eventsOf(order.id)).at(-1)).toMatchObject({
      what: 'letter sent again',
      after: 'order-confirmed',
      who: 'Flora Reed',
      staffId: flora.id,
    });
    const other = await checkout.buy();
    expect((await shop.get(at(other.order.id, `letters/${letter?.id}/`), flora.headers)).status).toBe(404);
    expect((await shop.get(at(order.id, 'letters/none/'), flora.headers)).status).toBe(404);
  });

  test('letters that open accounts are emptied as before, and those of an order go with the account', async () => {
    const { order, token } = await checkout.buy();
    await shop.doJobs();
    const rows = await shop.deps.db.select().from(letters);
    expect(rows.filter(({ orderId, sealed }) => orderId === null && sealed !== null)).toEqual([]);
    expect(rows.filter(({ orderId }) => orderId === order.id).every(({ sealed }) => sealed !== null)).toBe(true);
    await change(order.id, { text: 'Changed words', street_address: '1 Bootham' });
    await shop.deps.db
      .update(orders)
      .set({ deliveryDate: '2026-11-01', stage: 'delivered' })
      .where(eq(orders.id, order.id));
    const left = await shop.call('POST', '/api/user/profile/delete/', { token, body: { password: PASSWORD } });
    expect(left.status).toBe(200);
    expect(await shop.deps.db.$count(letters, eq(letters.orderId, order.id))).toBe(0);
    const kept = await eventsOf(order.id);
    expect(kept.filter(({ what }) => what === 'card' || what === 'address')).toMatchObject([
      { what: 'address', who: 'Flora Reed', before: null, after: null },
      { what: 'card', before: null, after: null },
    ]);
    const { rows: found } = await shop.deps.db.execute(
      sql`select words from order_search where order_id = ${order.id}`,
    );
    expect(found).toEqual([{ words: String(order.id) }]);
    expect(await look(order.id)).toMatchObject({ address: null, buyer: { id: null, email: null }, letters: [] });
    await setStage(order.id, 'tied');
    const late = await change(order.id, { street_address: '2 Bootham' });
    expect([late.status, late.json().detail]).toEqual([
      409,
      'Its buyer has left, and nothing of them is stored. Nothing was changed.',
    ]);
  });

  test('what staff wrote about the order is in the copy of the buyer’s data, and goes with the account', async () => {
    const { order, token } = await checkout.buy();
    await shop.post(at(order.id, 'notes/'), { text: 'Ada rang: her mother is in hospital' }, flora.headers);
    const why = { body: { why: 'Ada has to be rung first' }, headers: flora.headers };
    expect((await shop.call('PUT', at(order.id, 'cannot-be-tied/'), why)).status).toBe(204);
    const copy = (await shop.call('GET', '/api/user/profile/download/', { token })).json();
    expect(copy.notes_on_orders).toMatchObject([
      { order: order.id, text: 'Ada rang: her mother is in hospital', written_by: 'Flora Reed' },
    ]);
    await shop.deps.db
      .update(orders)
      .set({ deliveryDate: '2026-11-01', stage: 'delivered' })
      .where(eq(orders.id, order.id));
    const left = await shop.call('POST', '/api/user/profile/delete/', { token, body: { password: PASSWORD } });
    expect(left.status).toBe(200);
    expect((await look(order.id)).notes).toEqual([]);
    expect(JSON.stringify(await eventsOf(order.id))).not.toContain('Ada');
  });
});

describe('PATCH /api/desk/orders/{id}/', () => {
  test('changes recipient, address and day, writes down before and after, and tells the buyer in one letter', async () => {
    const { order, email } = await checkout.buy();
    await confirmEmail(email);
    await lettersTo(email);
    const answer = await change(order.id, {
      recipient_name: 'Amara Osei',
      street_address: '1 Bootham',
      postal_code: 'yo307bz',
      delivery_date: '2026-11-20',
    });
    expect(answer.json()).toMatchObject({
      changed: ['day', 'address'],
      order: { recipient: 'Amara Osei', arrives_on: '2026-11-20', address: { postal_code: 'YO30 7BZ', city: 'York' } },
    });
    const events = (await eventsOf(order.id)).filter(({ what }) => ['day', 'address'].includes(what));
    expect(events).toMatchObject([
      { what: 'day', before: '2026-11-17', after: '2026-11-20', who: 'Flora Reed', staffId: flora.id },
      { what: 'address', before: expect.stringContaining('12 Gillygate'), after: expect.stringContaining('1 Bootham') },
    ]);
    const told = (await lettersTo(email)).filter(({ subject }) => subject.includes('has changed'));
    expect(told).toHaveLength(1);
    for (const words of ['Friday 20 November', 'Amara Osei', 'Tuesday 17 November', '12 Gillygate'])
      expect(told[0]?.text).toContain(words);
    expect((await change(order.id, { delivery_date: '2026-11-20' })).json().changed).toEqual([]);
    expect((await change(order.id, { delivery_date: '2026-11-21', tell: false })).json().changed).toEqual(['day']);
    expect((await lettersTo(email)).filter(({ subject }) => subject.includes('has changed'))).toHaveLength(1);
  });

  test('address and day until it is out, the card until it is tied', async () => {
    const { order } = await checkout.buy();
    expect((await change(order.id, { text: 'New words' })).json().order.note).toBe('New words');
    await setStage(order.id, 'tied');
    const card = await change(order.id, { text: 'Newer words', delivery_date: '2026-11-20' });
    expect([card.status, card.json().detail]).toEqual([
      409,
      'It is tied: the card is with the flowers. Nothing was changed.',
    ]);
    expect((await look(order.id)).arrives_on).toBe('2026-11-17');
    expect((await change(order.id, { delivery_date: '2026-11-20' })).status).toBe(200);
    for (const stage of ['out', 'delivered', 'cancelled'] as const) {
      await setStage(order.id, stage);
      expect((await change(order.id, { delivery_date: '2026-11-21' })).status).toBe(409);
      expect((await look(order.id)).may.change).not.toBeNull();
    }
  });

  test('refuses at the right field, and then nothing has changed', async () => {
    const { order } = await checkout.buy();
    const refused = async (body: object) => (await change(order.id, body)).json();
    expect(await refused({ delivery_date: '2026-11-15' })).toEqual({ delivery_date: ['This day is over.'] });
    expect(await refused({ delivery_date: '2026-12-25' })).toEqual({
      delivery_date: ['We do not deliver on Friday 25 December: Christmas Day.'],
    });
    expect(await refused({ delivery_date: '2027-11-15' })).toEqual({
      delivery_date: ['We deliver up to 60 days ahead.'],
    });
    expect(await refused({ delivery_date: 'soon' })).toEqual({ delivery_date: ['A day is written as 2026-11-17.'] });
    expect(await refused({ street_address: ' ', phone: '12' })).toEqual({
      street_address: ['This field may not be blank.'],
      phone: [expect.stringContaining('whole phone number')],
    });
    expect(await refused({ postal_code: 'NOT A POSTCODE' })).toEqual({
      postal_code: ['This is no postcode of the United Kingdom. Please check it, or leave it empty.'],
    });
    expect(await refused({ text: 'x'.repeat(301) })).toEqual({
      text: ['Gift note must be no more than 300 characters.'],
    });
    const unseen = await shop.call('PATCH', at(order.id), { body: { text: 'x' }, headers: flora.headers });
    expect([unseen.status, Object.keys(unseen.json())]).toEqual([400, ['seen']]);
    expect((await eventsOf(order.id)).filter(({ staffId }) => staffId !== null)).toEqual([]);
  });

  test('a full day is full for the desk too; van or carrier is decided again', async () => {
    const { order } = await checkout.buy();
    const { db } = shop.deps;
    await db.execute(sql`insert into delivery_days (day, orders_a_day) values ('2026-11-19', 0)`);
    expect((await change(order.id, { delivery_date: '2026-11-19' })).json()).toEqual({
      delivery_date: ['Thursday 19 November is full.'],
    });
    await db.execute(sql`insert into delivery_settings (van_districts) values ('{YO31}')`);
    await db.execute(sql`update orders set delivery_date = '2026-11-16' where id = ${order.id}`);
    expect((await change(order.id, { postal_code: 'E17 1AA' })).json()).toEqual({
      postal_code: ['Our vans do not go to E17. By carrier it cannot come on Monday 16 November: choose a later day.'],
    });
    const later = await change(order.id, { postal_code: 'E17 1AA', delivery_date: '2026-11-18' });
    expect(later.json().order).toMatchObject({ by_carrier: true, leaves_on: '2026-11-17', arrives_on: '2026-11-18' });
    expect((await change(order.id, { postal_code: 'YO31 7EQ' })).json().order).toMatchObject({
      by_carrier: false,
      leaves_on: '2026-11-18',
    });
  });

  test('of two who change it at once, one is told who was faster', async () => {
    const { order } = await checkout.buy();
    const { last_event: seen } = await look(order.id);
    const presses = await Promise.all(
      [flora, owner].map(({ headers }, place) =>
        shop.call('PATCH', at(order.id), { body: { seen, delivery_date: `2026-11-2${place}` }, headers }),
      ),
    );
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(presses.find(({ status }) => status === 409)?.json().detail).toMatch(
      /^(Flora Reed|Olive Hart) has changed the day meanwhile\. Look at it again before you save\.$/,
    );
  });
});

describe('POST /api/desk/orders/move/', () => {
  test('moves each that can be, and says which could not and why', async () => {
    const [one = 0, two = 0, three = 0] = await fillDay(shop.connectionString, { day: '2026-11-18', count: 3 });
    await setStage(two, 'out');
    const body = { orders: [one, two, three, 999_999, one], delivery_date: '2026-11-20' };
    expect((await shop.post('/api/desk/orders/move/', body, flora.headers)).json()).toEqual([
      { order: one, done: true, words: null },
      {
        order: two,
        done: false,
        words: `Order ${two}: It is on its way: only a call to the driver helps. Nothing was changed.`,
      },
      { order: three, done: true, words: null },
      { order: 999_999, done: false, words: 'There is no order 999999.' },
    ]);
    const again = (await shop.post('/api/desk/orders/move/', { ...body, orders: [one] }, flora.headers)).json();
    expect(again).toEqual([{ order: one, done: false, words: `Order ${one} is for Friday 20 November already.` }]);
    const bad = await shop.post('/api/desk/orders/move/', { orders: [], delivery_date: 'x' }, flora.headers);
    expect([bad.status, Object.keys(bad.json())]).toEqual([400, ['orders', 'delivery_date']]);
  });
});

describe('POST /api/desk/orders/{id}/refund/', () => {
  const refund = (id: number, body: object, { headers } = flora) =>
    shop.post(at(id, 'refund/'), { words: 'The vase was chipped', ...body }, headers);

  test('a sum, then a part, then all that is left; never more', async () => {
    const { order, email, pence } = await checkout.buy();
    const paid = pence / 100;
    const first = await refund(order.id, { what: 'sum', amount: 6, left: paid });
    expect(first.json()).toMatchObject({ outcome: 'done', amount: 6, order: { money: { back: 6, left: paid - 6 } } });
    const { parts } = (await look(order.id)).money;
    const delivery = parts.find(({ key }) => key === 'delivery')?.amount as number;
    const second = await refund(order.id, { what: 'parts', parts: ['delivery'], left: paid - 6 });
    expect(second.json()).toMatchObject({ outcome: 'done', amount: delivery });
    await confirm(owner.id, shop.deps.clock.now());
    const left = Math.round((paid - 6 - delivery) * 100) / 100;
    const parts2 = parts.map(({ key }) => key);
    const much = await refund(order.id, { what: 'parts', parts: parts2, left }, owner);
    expect([much.status, much.json()]).toEqual([
      400,
      { parts: [`That is £${paid.toFixed(2)}; £${left.toFixed(2)} of order ${order.id} is left.`] },
    ]);
    expect((await refund(order.id, { what: 'all', left }, owner)).json()).toMatchObject({ amount: left });
    expect(await heldFor(order.id)).toBe(0);
    expect((await look(order.id)).money).toMatchObject({ left: 0, refunds: [{}, {}, { state: 'done' }] });
    const told = (await lettersTo(email)).filter(({ text }) => text.includes('The vase was chipped'));
    expect(told).toHaveLength(3);
    expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
      { action: 'refund order', subjectId: order.id, staffId: flora.id, details: { pence: 600 } },
      { action: 'refund order' },
      { action: 'refund order', staffId: owner.id },
    ]);
    expect((await refund(order.id, { what: 'all', left: 0 }, owner)).status).toBe(409);
  });

  test('pressed twice, or by two at once, the money goes back once', async () => {
    const { order, pence } = await checkout.buy();
    const press = () => refund(order.id, { what: 'sum', amount: 5, left: pence / 100 });
    const presses = await Promise.all([press(), press(), press()]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(presses.find(({ status }) => status === 409)?.json().detail).toContain(
      'money has gone back since you looked',
    );
    expect(await heldFor(order.id)).toBe(pence - 500);
  });

  test('a florist up to £20 of an order, an owner confirms with a passkey', async () => {
    const { order, pence } = await checkout.buy();
    const left = pence / 100;
    const refused = await refund(order.id, { what: 'sum', amount: 20.01, left });
    expect([refused.status, refused.json()]).toEqual([
      403,
      { detail: 'You may give back up to £20.00 of an order. Please ask an owner.' },
    ]);
    await confirm(owner.id, null);
    const asked = await refund(order.id, { what: 'sum', amount: 20.01, left }, owner);
    expect([asked.status, asked.json().confirm]).toEqual([403, true]);
    expect(
      await shop.deps.db
        .select()
        .from(refunds)
        .where(sql`payment_id in (select id from payments where order_id = ${order.id})`),
    ).toEqual([]);
    await confirm(owner.id, shop.deps.clock.now());
    expect((await refund(order.id, { what: 'sum', amount: 20.01, left }, owner)).status).toBe(200);
  });

  test('if PayPal refuses, nothing is gone; if PayPal is unclear, the page says that it is on its way', async () => {
    const { order, pence } = await checkout.buy();
    const left = pence / 100;
    await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'CANCELLED' }));
    const failed = await refund(order.id, { what: 'sum', amount: 4, left });
    expect([failed.status, failed.json().detail]).toEqual([
      409,
      expect.stringMatching(/^PayPal did not give back £4\.00 \(.+\)\. It can be tried again\.$/),
    ]);
    expect((await look(order.id)).money).toMatchObject({
      left,
      refunds: [{ state: 'failed', issue: expect.any(String) }],
    });
    // The log has it for a person to look at.
    expect(shop.failures.splice(0)).toHaveLength(1);
    await checkout.provider.setFaults();
    await checkout.provider.setFaults(onCall('refundCapture', { commitThen500: true }));
    const waiting = await refund(order.id, { what: 'sum', amount: 4, left });
    expect(waiting.json()).toMatchObject({
      outcome: 'waiting',
      order: { money: { on_its_way: 4, back: 0, left: left - 4 } },
    });
  });

  test('refuses at the right field', async () => {
    const { order, pence } = await checkout.buy();
    const left = pence / 100;
    const refused = async (body: object) => {
      const response = await refund(order.id, body);
      return [response.status, response.json()];
    };
    expect(await refused({ left })).toEqual([400, { what: ['Choose all, a part, or a sum.'] }]);
    expect(await refused({ what: 'sum', left })).toEqual([400, { amount: ['Say how much, in pounds.'] }]);
    expect(await refused({ what: 'sum', amount: 0.001, left })).toEqual([400, { amount: ['Pounds and whole pence.'] }]);
    expect(await refused({ what: 'parts', parts: [], left })).toEqual([400, { parts: ['Choose what goes back.'] }]);
    expect(await refused({ what: 'parts', parts: ['line-0'], left })).toEqual([
      400,
      { parts: ['This is no part of the order.'] },
    ]);
    expect(await refused({ what: 'sum', amount: 5, left, words: '' })).toEqual([
      400,
      { words: ['This field may not be blank.'] },
    ]);
    expect(await refused({ what: 'sum', amount: 9_999, left })).toEqual([
      400,
      { amount: [`That is £9,999.00; £${left.toFixed(2)} of order ${order.id} is left.`] },
    ]);
    expect((await shop.post(at(999_999, 'refund/'), { what: 'all', words: 'x', left }, flora.headers)).status).toBe(
      404,
    );
  });
});

describe('POST /api/desk/orders/{id}/cancel/', () => {
  const cancel = (id: number, left: number, { headers } = owner) =>
    shop.post(at(id, 'cancel/'), { words: 'Ordered twice', left }, headers);

  test('gives back all of it once, frees the day, and tells the buyer', async () => {
    const { order, email, pence } = await checkout.buy();
    await confirm(owner.id, shop.deps.clock.now());
    const presses = await Promise.all([cancel(order.id, pence / 100), cancel(order.id, pence / 100)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(presses.find(({ status }) => status === 200)?.json()).toMatchObject({
      outcome: 'done',
      amount: pence / 100,
      order: { stage: 'cancelled', money: { left: 0 }, may: { cancel: `Order ${order.id} is cancelled already.` } },
    });
    expect(await heldFor(order.id)).toBe(0);
    expect((await lettersTo(email)).at(-1)?.text).toContain('Ordered twice');
    expect((await eventsOf(order.id)).find(({ after }) => after === 'cancelled')).toMatchObject({ staffId: owner.id });
  });

  test('not by a florist above the limit, nor without a passkey, nor what is tied', async () => {
    const { order, pence } = await checkout.buy();
    expect((await cancel(order.id, pence / 100, flora)).status).toBe(403);
    await confirm(owner.id, null);
    expect((await cancel(order.id, pence / 100)).json()).toMatchObject({ confirm: true });
    await confirm(owner.id, shop.deps.clock.now());
    expect((await cancel(order.id, 1)).status).toBe(409);
    await setStage(order.id, 'tied');
    const tied = await cancel(order.id, pence / 100);
    expect([tied.status, tied.json().detail]).toEqual([409, expect.stringContaining('is tied already')]);
    expect((await look(order.id)).stage).toBe('tied');
    expect(await heldFor(order.id)).toBe(pence);
  });
});

describe('POST /api/desk/orders/{id}/replace/', () => {
  const replace = (id: number, delivery_date = '2026-11-20') =>
    shop.post(at(id, 'replace/'), { delivery_date }, flora.headers);

  test('sends the same again on the chosen day for nothing, once, and tells the buyer', async () => {
    const { order, email } = await checkout.buy();
    const presses = await Promise.all([replace(order.id), replace(order.id)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const replacement = presses.find(({ status }) => status === 200)?.json().replacement as number;
    expect(await look(replacement)).toMatchObject({
      stage: 'to tie',
      replaces: order.id,
      arrives_on: '2026-11-20',
      recipient: 'Nell Whitcombe',
      note: 'With love',
      money: { paid: 0, left: 0, payments: [] },
      events: [{ what: 'placed', who: 'Flora Reed' }],
    });
    expect(await look(order.id)).toMatchObject({
      replaced_by: replacement,
      may: { replace: `Order ${replacement} replaces it already.` },
    });
    expect((await lettersTo(email)).at(-1)).toMatchObject({ subject: `New flowers for order ${order.id}` });
  });

  test('refuses a day that is over or full, and what is cancelled', async () => {
    const { order } = await checkout.buy();
    expect((await replace(order.id, '2026-11-15')).json()).toEqual({ delivery_date: ['This day is over.'] });
    await setStage(order.id, 'cancelled');
    expect((await replace(order.id)).json().detail).toBe('It is cancelled. Nothing was sent.');
  });
});
