import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { History, HistoryEntry } from '#contract/desk-history.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { staff, staffSessions } from '#server/features/staff/table.ts';
import { type DeskAction, writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { productId } from '#server/testing/carts.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { employ } from '#server/testing/staff.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let shop: (typeof checkout)['shop'];
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
  shop = checkout.shop;
  owner = await employ(shop, ['owner', 'driver'], 'Olive Hart');
  await shop.deps.db.update(staffSessions).set({ confirmedAt: TEST_NOW }).where(eq(staffSessions.staffId, owner.id));
});
afterAll(() => checkout.close());
beforeEach(() => shop.deps.db.execute(sql`truncate desk_log, order_events`));
afterEach(() => expect(shop.failures).toEqual([]));

const read = async (query = ''): Promise<HistoryEntry[]> => {
  const response = await shop.get(`/api/desk/history/${query}`, owner.headers);
  expect(response.status, response.body).toBe(200);
  return (response.json() as History).entries;
};
const write = (...entry: [action: DeskAction, subjectId: number, details?: Record<string, unknown>]) =>
  shop.deps.db.transaction((tx) => writeDeskLog(tx, { at: TEST_NOW, ...doneBy(owner) }, ...entry));
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;

describe('one act is one row', () => {
  test('a refund, with what went back and without a number of the machine; the history of the order has it once, too', async () => {
    const { order } = await checkout.buy();
    await shop.deps.db.execute(sql`truncate order_events`);
    const body = { what: 'sum', amount: 5, words: 'A rose was short', left: order.amount_to_pay };
    expect((await shop.post(`/api/desk/orders/${order.id}/refund/`, body, owner.headers)).status).toBe(200);
    for (const query of ['', `?order=${order.id}`, `?person=${owner.id}`]) {
      const entries = await read(query);
      expect(entries.map(({ what, order: on, details }) => [what, on, details])).toEqual([
        ['refund order', order.id, 'amount: £5.00'],
      ]);
    }
    // Whoever asks for a kind gets it.
    expect(await read('?kind=refund%20asked')).toHaveLength(1);
  });

  test('a cancelled order', async () => {
    const { order } = await checkout.buy();
    await shop.deps.db.execute(sql`truncate order_events`);
    const body = { words: 'Ordered twice', left: order.amount_to_pay };
    expect((await shop.post(`/api/desk/orders/${order.id}/cancel/`, body, owner.headers)).status).toBe(200);
    const entries = await read();
    expect(entries.map(({ what }) => what)).toEqual(['cancel order']);
    expect(JSON.stringify(entries)).not.toMatch(UUID);
  });

  test('what a driver presses at a door, and an order that is moved on alone', async () => {
    const { order } = await checkout.buy();
    const by = { at: TEST_NOW, ...doneBy(owner) };
    await shop.deps.db.execute(sql`truncate order_events`);
    await shop.deps.db.transaction(async (tx) => {
      await recordEvent(tx, order.id, { ...by, what: 'handover', after: 'delivered' });
      await recordEvent(tx, order.id, { ...by, what: 'stage', before: 'out', after: 'delivered' });
    });
    expect((await read()).map(({ what }) => what)).toEqual(['handover']);
    const later = { ...by, at: new Date(TEST_NOW.getTime() + 60_000) };
    await shop.deps.db.transaction((tx) => recordEvent(tx, order.id, { ...later, what: 'stage', after: 'tied' }));
    expect((await read()).map(({ what }) => what)).toEqual(['stage', 'handover']);
  });

  test('a run that leaves, with what it left behind; the history of an order still says that it went', async () => {
    const [first, second] = [await checkout.buy(), await checkout.buy()].map(({ order }) => order.id) as [
      number,
      number,
    ];
    const { rows } = await shop.deps.db.execute<{ id: number }>(
      sql`insert into runs (day, number, leaves_at) values ('2026-11-16', 1, '11:00') returning id`,
    );
    const id = rows[0]?.id as number;
    await shop.deps.db.execute(sql`insert into run_stops (order_id, run_id, position) values (${first}, ${id}, 1)`);
    await shop.deps.db.execute(sql`truncate order_events`);
    const by = { at: TEST_NOW, ...doneBy(owner) };
    await shop.deps.db.transaction(async (tx) => {
      await recordEvent(tx, first, { ...by, what: 'stage', before: 'tied', after: 'out' });
      await recordEvent(tx, second, { ...by, what: 'run', before: 'run 1 of 2026-11-16' });
    });
    await write('run leaves', id, { orders: 1, behind: [second] });
    expect((await read()).map(({ what, on }) => [what, on])).toEqual([['run leaves', 'Run 1 of Mon 16 Nov']]);
    expect((await read(`?order=${first}`)).map(({ what }) => what)).toEqual(['stage']);
    expect(await read(`?order=${second}`)).toMatchObject([{ what: 'run', before: 'run 1 of Mon 16 Nov 2026' }]);
  });
});

describe('in words', () => {
  test('people, bouquets and runs by their names, nobody by none', async () => {
    const bouquet = await productId(shop, 'Rosy Parlour');
    const [nameless] = await shop.deps.db
      .insert(staff)
      .values({
        name: ' ',
        email: 'new@example.org',
        emailKey: 'new@example.org',
        roles: ['driver'],
        invitedAt: TEST_NOW,
      })
      .returning();
    await write('set sold out', bouquet, { before: { status: 'on_sale' } });
    await write('disable staff', owner.id);
    await write('invite staff', nameless?.id as number);
    await write('change run', 999, {
      before: { driverId: null, leavesAt: '11:00' },
      after: { driverId: owner.id, leavesAt: '11:00' },
    });
    await write('remove run', 998, { day: '2026-11-17', number: 2, stops: 3 });
    expect((await read()).map(({ on, page, before, after, details }) => [on, page, before, after, details])).toEqual([
      ['Run 2 of Tue 17 Nov', null, null, null, 'stops: 3'],
      ['Run 999', null, 'driver nobody, leaves at 11:00', 'driver Olive Hart, leaves at 11:00', ''],
      ['new@example.org', null, null, null, ''],
      ['Olive Hart', null, null, null, ''],
      ['Rosy Parlour', `catalogue/${bouquet}`, 'status on sale', null, ''],
    ]);
    const response = await shop.get('/api/desk/history/', owner.headers);
    expect((response.json() as History).people.map(({ name }) => name)).toEqual(['Olive Hart', 'new@example.org']);
  });

  test('recipes, photos, empty lines, days and moments', async () => {
    const before = {
      stems: [{ flower: 'Pink peony', count: 5 }],
      pictures: [{ id: '0123456789abcdef', alt: 'Peonies', width: 1, widths: [1] }],
      phone: '',
      price: 36.5,
      available_from: '2026-12-01',
    };
    await write('set shop details', 0, { before });
    await write('take over', 0, { backup: '2026-11-15T23:30:00.000Z' });
    expect((await read()).map((entry) => [entry.before, entry.details])).toEqual([
      [null, 'backup: Sun 15 Nov 2026 23:30'],
      ['phone none, price £36.50, stems 5 × Pink peony, pictures “Peonies”, available from Tue 1 Dec 2026', ''],
    ]);
  });

  test('a range of days and a day of the week as the calendar calls them', async () => {
    const range = { from: '2026-12-21', to: '2027-01-03', open: false, words: 'Our holiday' };
    const patch = (path: string, body: unknown) =>
      shop.call('PATCH', `/api/desk/calendar/${path}`, { body, headers: owner.headers });
    await patch('days/', range);
    await patch('week/', { sun: { open: false }, sat: { holds: 70 } });
    expect((await read()).map(({ on, before, after, details }) => [on, before, after, details])).toEqual([
      [null, 'Saturday holds as usual, Sunday holds as usual', 'Saturday holds 70, Sunday without deliveries', ''],
      ['Mon 21 Dec to Sun 3 Jan 2027', null, 'Our holiday', '10 days'],
    ]);
  });
});

test('words that only look like a day or a moment are told as they were typed', async () => {
  const typed = ['2026-02-30', '2026-13-45T99:99Z', 'run 2 of 2026-02-30'];
  for (const words of typed) await write('hide review', 1, { reason: words });
  expect((await read()).map(({ details }) => details)).toEqual(typed.toReversed().map((words) => `reason: ${words}`));
});
