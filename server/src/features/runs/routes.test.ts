import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Deliveries, Run } from '#contract/runs.ts';
import { setGeneral } from '#server/features/delivery/set-rules.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { asc, eq, sql } from '#server/platform/database/drizzle.ts';
import { makeTestRun, orderTo, setStage, TODAY } from '#server/testing/runs.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
type Employee = Awaited<ReturnType<typeof employ>>;
let florist: Employee;
let driver: Employee;

beforeAll(async () => {
  shop = await openTestShop();
  florist = await employ(shop, ['florist'], 'Flora Bell');
  driver = await employ(shop, ['driver'], 'Van 1');
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`truncate runs, throttles, letters, desk_log, delivery_settings cascade`);
  await shop.deps.db.execute(sql`update orders set stage = 'cancelled' where stage <> 'awaiting payment'`);
});
afterEach(() => expect(shop.failures).toEqual([]));

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  who = florist,
) => {
  const response = await shop.call(method, `/api/desk/${path}`, { headers: who.headers, ...(body && { body }) });
  return { status: response.status, json: response.body === '' ? undefined : response.json() };
};
const deliveries = async (day = TODAY): Promise<Deliveries> => (await call('GET', `deliveries/?day=${day}`)).json;
const stopsOf = (run: Run) => run.stops.map(({ order }) => order);
const stageOf = async (id: number) => (await shop.deps.db.select().from(orders).where(eq(orders.id, id)))[0]?.stage;
const letters = async () =>
  (
    await shop.deps.db.execute<{ kind: string }>(sql`select kind from letters where kind like 'order-%' order by kind`)
  ).rows.map(({ kind }) => kind);

describe('who carries it', () => {
  test('without a setting, vans go everywhere; with one, a carrier collects the rest the day before', async () => {
    const before = await orderTo(shop, 'LS1 4AP', { day: '2026-11-18' });
    await shop.deps.db.transaction((tx) => setGeneral(tx, { vanDistricts: ['E8', 'EC1', 'W1A'] }));
    const near = await orderTo(shop, 'E8 3QX', { day: '2026-11-18' });
    const city = await orderTo(shop, 'EC1A 1BB', { day: '2026-11-18' });
    const part = await orderTo(shop, 'W1A 0AX', { day: '2026-11-18' });
    const otherPart = await orderTo(shop, 'W1B 1AA', { day: '2026-11-18' });
    const far = await orderTo(shop, 'LS1 4AP', { day: '2026-11-18' });
    const nowhere = await orderTo(shop, '', { day: '2026-11-18' });
    const found = await shop.deps.db.select().from(orders).where(eq(orders.deliveryDate, '2026-11-18'));
    const leaves = Object.fromEntries(found.map(({ id, collectedOn, leavesOn }) => [id, [collectedOn, leavesOn]]));
    expect(leaves).toMatchObject({
      [before.id]: [null, '2026-11-18'],
      [near.id]: [null, '2026-11-18'],
      [city.id]: [null, '2026-11-18'],
      [part.id]: [null, '2026-11-18'],
      [otherPart.id]: ['2026-11-17', '2026-11-17'],
      [far.id]: ['2026-11-17', '2026-11-17'],
      [nowhere.id]: ['2026-11-17', '2026-11-17'],
    });
    const tomorrow = await deliveries('2026-11-17');
    expect(tomorrow.parcels.map(({ order, arrives_on }) => [order, arrives_on])).toEqual([
      [otherPart.id, '2026-11-18'],
      [far.id, '2026-11-18'],
      [nowhere.id, '2026-11-18'],
    ]);
    expect((await deliveries('2026-11-18')).arriving.map(({ order }) => order)).toEqual([
      otherPart.id,
      far.id,
      nowhere.id,
    ]);
    expect((await deliveries('2026-11-18')).without_run.map(({ order }) => order)).toEqual([
      before.id,
      near.id,
      city.id,
      part.id,
    ]);
  });

  test('a carrier has a number for its parcel, and what is tied is out once it was collected', async () => {
    await shop.deps.db.transaction((tx) => setGeneral(tx, { vanDistricts: ['E8'] }));
    const tied = await orderTo(shop, 'LS1 4AP', { day: '2026-11-17', stage: 'tied' });
    const untied = await orderTo(shop, 'LS1 4AP', { day: '2026-11-17' });
    const van = await orderTo(shop, 'E8 3QX');
    expect((await call('PATCH', `parcels/${tied.id}/`, { carrier_number: ' JD 0002 ' })).json).toMatchObject({
      carrier_number: 'JD 0002',
    });
    expect(await call('PATCH', `parcels/${van.id}/`, { carrier_number: 'X' })).toEqual({
      status: 409,
      json: { detail: `Order ${van.id} goes by one of our vans.` },
    });
    const collected = await call('POST', 'parcels/collected/', { day: TODAY });
    expect(collected.json.map(({ order }: { order: number }) => order)).toEqual([tied.id]);
    expect([await stageOf(tied.id), await stageOf(untied.id)]).toEqual(['out', 'to tie']);
    expect((await call('POST', 'parcels/collected/', { day: TODAY })).json).toEqual([]);
    expect(await letters()).toEqual(['order-dispatched']);
  });
});

describe('planning runs', () => {
  test('districts and single orders are put on runs, moved between them, and each move is an event', async () => {
    const [first, second, third] = [
      await orderTo(shop, 'E8 3QX'),
      await orderTo(shop, 'E8 1AA', { stage: 'tied' }),
      await orderTo(shop, 'N1 9GU'),
    ];
    const run = await makeTestRun(shop, florist, []);
    const put = await call('POST', `runs/${run.id}/stops/`, { districts: ['E8'] });
    expect(put.status).toBe(200);
    expect(put.json.stops).toMatchObject([
      { order: first.id, district: 'E8', name: 'Nell Whitcombe', street: 'Flat 2, 4 Marigold Lane', stage: 'to tie' },
      { order: second.id, district: 'E8', stage: 'tied' },
    ]);
    const other = await makeTestRun(shop, florist, [third.id, second.id], { number: 2 });
    const { runs, without_run } = await deliveries();
    expect([runs.map(stopsOf), without_run]).toEqual([[[first.id], [third.id, second.id]], []]);
    // The same again changes nothing.
    expect(stopsOf((await call('POST', `runs/${other.id}/stops/`, { orders: [third.id] })).json)).toEqual([
      third.id,
      second.id,
    ]);
    const events = await shop.deps.db
      .select()
      .from(orderEvents)
      .where(sql`${orderEvents.orderId} = ${second.id} and ${orderEvents.what} = 'run'`)
      .orderBy(asc(orderEvents.id));
    expect(events.map(({ staffId, before, after }) => [staffId, before, after])).toEqual([
      [florist.id, null, `run 1 of ${TODAY}`],
      [florist.id, `run 1 of ${TODAY}`, `run 2 of ${TODAY}`],
    ]);
  });

  test('two who make the same run at once make one', async () => {
    const body = { day: TODAY, number: 3, leaves_at: '12:30' };
    const made = await Promise.all([call('POST', 'runs/', body), call('POST', 'runs/', body)]);
    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    expect(made[0]?.json.id).toBe(made[1]?.json.id);
    expect((await deliveries()).runs).toHaveLength(1);
  });

  test('stops are sorted; those that were moved away meanwhile are refused, those that came stay at the end', async () => {
    const [a, b, c] = [await orderTo(shop, 'E8 3QX'), await orderTo(shop, 'E8 3QX'), await orderTo(shop, 'E8 3QX')];
    const run = await makeTestRun(shop, florist, [a.id, b.id, c.id]);
    expect(stopsOf((await call('PUT', `runs/${run.id}/stops/`, { orders: [c.id, a.id] })).json)).toEqual([
      c.id,
      a.id,
      b.id,
    ]);
    await makeTestRun(shop, florist, [a.id], { number: 2 });
    expect(await call('PUT', `runs/${run.id}/stops/`, { orders: [a.id, b.id] })).toEqual({
      status: 409,
      json: { detail: 'The stops of this run have changed meanwhile. Please look again.' },
    });
    const logged = await shop.deps.db.select().from(deskLog).where(eq(deskLog.action, 'sort stops'));
    expect(logged).toMatchObject([
      { staffId: florist.id, details: { before: [a.id, b.id, c.id], after: [c.id, a.id, b.id] } },
    ]);
  });

  test('refuses what is out, of another day, or a carrier’s; and a driver who does not work here', async () => {
    const run = await makeTestRun(shop, florist, []);
    const out = await orderTo(shop, 'E8 3QX', { stage: 'out' });
    const later = await orderTo(shop, 'E8 3QX', { day: '2026-11-18' });
    const put = (order: number) => call('POST', `runs/${run.id}/stops/`, { orders: [order] });
    expect((await put(out.id)).json).toEqual({ detail: `Order ${out.id} is out: it cannot be put on a run.` });
    expect((await put(later.id)).json).toEqual({ detail: `Order ${later.id} is for another day.` });
    expect(await put(2_000_000)).toEqual({ status: 400, json: { orders: ['There is no order 2000000.'] } });
    expect(await call('PATCH', `runs/${run.id}/`, { driver: 999_999 })).toEqual({
      status: 400,
      json: { driver: ['Choose somebody who works here.'] },
    });
    expect((await call('PATCH', `runs/${run.id}/`, { leaves_at: '25:00' })).status).toBe(400);
  });

  test('a run is removed, and what was on it is on none', async () => {
    const { id } = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
    const run = await makeTestRun(shop, florist, [id]);
    const empty = await makeTestRun(shop, florist, [], { number: 2 });
    for (const each of [run, empty]) expect((await call('DELETE', `runs/${each.id}/`)).status).toBe(204);
    const { runs, without_run } = await deliveries();
    expect([runs, without_run.map(({ order }) => order)]).toEqual([[], [id]]);
    const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, id));
    expect(events.at(-1)).toMatchObject({ what: 'run', before: `run 1 of ${TODAY}`, after: null });
    const left = await makeTestRun(shop, florist, [id], { driver });
    await call('POST', `runs/${left.id}/leave/`, {});
    expect(await call('DELETE', `runs/${left.id}/`)).toEqual({ status: 409, json: { detail: 'Run 1 has left.' } });
  });
});

describe('a run leaves', () => {
  test('needs a driver, asks before it leaves something behind, and then marks what is tied once', async () => {
    const tied = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
    const untied = await orderTo(shop, 'E8 3QX');
    const run = await makeTestRun(shop, florist, [tied.id, untied.id]);
    const leave = (body: object = {}) => call('POST', `runs/${run.id}/leave/`, body);
    expect((await leave()).json).toEqual({ detail: 'Run 1 has no driver yet.' });
    await call('PATCH', `runs/${run.id}/`, { driver: driver.id });
    expect(await leave()).toEqual({ status: 409, json: { detail: '1 of 2 are not tied yet. Leave without 1?' } });
    expect(await stageOf(tied.id)).toBe('tied');
    const left = await Promise.all([leave({ without: true }), leave({ without: true })]);
    for (const { status, json } of left) {
      expect([status, json.left_at]).toEqual([200, TEST_NOW.toISOString()]);
      expect(stopsOf(json)).toEqual([tied.id]);
    }
    expect([await stageOf(tied.id), await stageOf(untied.id)]).toEqual(['out', 'to tie']);
    expect(await letters()).toEqual(['order-dispatched']);
    expect((await deliveries()).without_run.map(({ order }) => order)).toEqual([untied.id]);
    expect((await call('POST', `runs/${run.id}/stops/`, { orders: [untied.id] })).json).toEqual({
      detail: 'Run 1 has left.',
    });
    const moves = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, tied.id));
    expect(moves.at(-1)).toMatchObject({ who: 'Flora Bell', staffId: florist.id, before: 'tied', after: 'out' });
  });

  test('the driver may press it, for the own run of today; another’s is not found', async () => {
    const { id } = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
    const run = await makeTestRun(shop, florist, [id], { driver });
    const stranger = await employ(shop, ['driver'], 'Van 2');
    expect((await call('POST', `runs/${run.id}/leave/`, {}, stranger)).status).toBe(404);
    expect((await call('PUT', `runs/${run.id}/stops/`, { orders: [id] }, stranger)).status).toBe(404);
    expect((await call('POST', `runs/${run.id}/leave/`, {}, driver)).json.left_at).not.toBeNull();
  });

  test('what is moved to another run while it leaves is either out or on the other', async () => {
    const found = [];
    for (let count = 0; count < 4; count += 1) found.push((await orderTo(shop, 'E8 3QX', { stage: 'tied' })).id);
    const run = await makeTestRun(shop, florist, found, { driver });
    const other = await makeTestRun(shop, florist, [], { number: 2, driver });
    await Promise.all([
      call('POST', `runs/${run.id}/leave/`, {}),
      call('POST', `runs/${other.id}/stops/`, { orders: found.slice(0, 2) }),
    ]);
    const { runs } = await deliveries();
    const [left, stays] = runs as [Run, Run];
    for (const { stage } of left.stops) expect(stage).toBe('out');
    for (const { stage } of stays.stops) expect(stage).toBe('tied');
    expect(left.stops.length + stays.stops.length).toBe(4);
  });
});

describe('what a driver sees', () => {
  test('the own run of today, with name, address, phone and note, and neither price, card nor e-mail', async () => {
    const { id, person } = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
    await makeTestRun(shop, florist, [id], { driver });
    const { json } = await call('GET', 'my-runs/', undefined, driver);
    expect(json).toMatchObject({ day: TODAY, runs: [{ number: 1, leaves_at: '11:00', left_at: null }] });
    expect(json.runs[0].stops).toEqual([
      {
        order: id,
        name: 'Nell Whitcombe',
        address: ['Flat 2', '4 Marigold Lane', 'London E8 3QX'],
        postal_code: 'E8 3QX',
        district: 'E8',
        phone: '07700 900142',
        note: 'Blue door',
        nobody_in: 'porch',
        has_card: true,
        bouquets: [
          { name: 'Tearoom', size: 'standard', quantity: 1, extras: [], picture: expect.objectContaining({}) },
        ],
        stage: 'tied',
        outcome: null,
        taken_by: '',
        pressed_at: null,
        not_to_send: null,
      },
    ]);
    expect(JSON.stringify(json)).not.toMatch(/price|With love|@/);
    expect(JSON.stringify(json)).not.toContain(person.user.last_name);
    const stop = await call('GET', `stops/${id}/`, undefined, driver);
    expect(stop.json.stop).toEqual(json.runs[0].stops[0]);
    expect(stop.json.run.stops).toHaveLength(1);
  });

  test('not another’s run, not one of tomorrow, and nothing that is on no run', async () => {
    const mine = await orderTo(shop, 'E8 3QX');
    const tomorrows = await orderTo(shop, 'E8 3QX', { day: '2026-11-17' });
    const loose = await orderTo(shop, 'E8 3QX');
    const stranger = await employ(shop, ['driver'], 'Van 2');
    const run = await makeTestRun(shop, florist, [mine.id], { driver });
    await makeTestRun(shop, florist, [tomorrows.id], { driver, day: '2026-11-17' });
    expect((await call('GET', 'my-runs/', undefined, stranger)).json.runs).toEqual([]);
    expect((await call('GET', `my-runs/?run=${run.id}`, undefined, stranger)).status).toBe(404);
    for (const [id, who] of [
      [mine.id, stranger],
      [tomorrows.id, driver],
      [loose.id, driver],
    ] as const)
      expect((await call('GET', `stops/${id}/`, undefined, who)).status).toBe(404);
    expect((await call('GET', `my-runs/?run=${run.id}`)).json.runs).toHaveLength(1);
    expect((await call('GET', `stops/${loose.id}/`)).json).toMatchObject({ run: null, stop: { order: loose.id } });
  });

  test('an order that was cancelled, or moved to another day, is no stop any more', async () => {
    const [gone, stays] = [await orderTo(shop, 'E8 3QX'), await orderTo(shop, 'E8 3QX')];
    await makeTestRun(shop, florist, [gone.id, stays.id], { driver });
    await setStage(shop, gone.id, 'cancelled');
    expect((await call('GET', 'my-runs/', undefined, driver)).json.runs[0].stops).toHaveLength(1);
    expect((await call('GET', `stops/${gone.id}/`, undefined, driver)).status).toBe(404);
    await shop.deps.db.update(orders).set({ deliveryDate: '2026-11-18' }).where(eq(orders.id, stays.id));
    expect((await call('GET', 'my-runs/', undefined, driver)).json.runs[0].stops).toHaveLength(0);
  });
});
