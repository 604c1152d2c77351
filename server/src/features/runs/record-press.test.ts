import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { staffSessions } from '#server/features/staff/table.ts';
import { asc, eq, sql } from '#server/platform/database/drizzle.ts';
import { fillClaim, takePhoto, writeForm } from '#server/testing/claims.ts';
import { makeTestRun, orderTo, TODAY } from '#server/testing/runs.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { handovers, presses } from './table.ts';

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
  await shop.deps.db.execute(sql`truncate runs, throttles, letters cascade`);
});
afterEach(() => expect(shop.failures).toEqual([]));

type Sent = { body?: object; key?: string; photo?: Buffer; who?: Employee };

async function press(orderId: number, { body = {}, key, photo, who = driver }: Sent = {}) {
  const fields = { outcome: 'handed over', ...body };
  const form = photo
    ? await writeForm(
        fillClaim([
          ...Object.entries(fields).map(([name, value]): [string, string] => [name, value]),
          ['photo', photo],
        ]),
      )
    : { body: fields, headers: {} };
  const headers = { ...who.headers, ...form.headers, ...(key && { 'idempotency-key': key }) };
  const response = await shop.call('POST', `/api/desk/stops/${orderId}/outcome/`, { headers, body: form.body });
  return { status: response.status, json: response.json() };
}

/** An order that is out, on the driver's run of today. */
async function goOut(number = 1) {
  const order = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
  const run = await makeTestRun(shop, florist, [order.id], { driver, number });
  await shop.call('POST', `/api/desk/runs/${run.id}/leave/`, { headers: driver.headers, body: {} });
  await shop.deps.db.execute(sql`truncate letters`);
  return { ...order, run };
}

const read = async (id: number) => (await shop.deps.db.select().from(orders).where(eq(orders.id, id)))[0];
const handoverOf = async (id: number) =>
  (await shop.deps.db.select().from(handovers).where(eq(handovers.orderId, id)))[0];
const letters = async () =>
  (
    await shop.deps.db.execute<{ kind: string }>(sql`select kind from letters where kind like 'order-%' order by kind`)
  ).rows.map(({ kind }) => kind);
const minutes = (count: number) => new Date(TEST_NOW.getTime() + count * 60_000);

describe('a press of the driver', () => {
  test('counts at the time it was pressed, and is done once however often it is sent', async () => {
    const { id } = await goOut();
    shop.setNow(minutes(30));
    const pressed_at = minutes(10).toISOString();
    const key = randomUUID();
    const sent = { body: { taken_by: 'Nell Whitcombe', pressed_at }, key };
    expect(await press(id, sent)).toEqual({
      status: 200,
      json: { order: id, done: true, stage: 'delivered', outcome: 'handed over', has_photo: false },
    });
    const again = await Promise.all([press(id, sent), press(id, sent)]);
    for (const { status, json } of again) expect([status, json.done, json.stage]).toEqual([200, false, 'delivered']);
    expect(await read(id)).toMatchObject({ deliveredAt: minutes(10), dispatchedAt: TEST_NOW });
    expect(await handoverOf(id)).toMatchObject({ takenBy: 'Nell Whitcombe', pressedAt: minutes(10) });
    expect(await letters()).toEqual(['order-delivered']);
    expect(await shop.deps.db.select().from(presses)).toHaveLength(1);
    const events = await shop.deps.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, id))
      .orderBy(asc(orderEvents.id));
    expect(events.slice(-2)).toMatchObject([
      { what: 'handover', after: 'handed over', staffId: driver.id, at: minutes(30), pressedAt: minutes(10) },
      { what: 'stage', before: 'out', after: 'delivered', who: 'Van 1', staffId: driver.id, pressedAt: minutes(10) },
    ]);
  });

  test('sent many times at once, is one', async () => {
    const { id } = await goOut();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => press(id, { key })));
    expect(answers.filter(({ json }) => json.done)).toHaveLength(1);
    expect(await letters()).toEqual(['order-delivered']);
  });

  test('with a photo stores it drawn anew, without what the camera wrote into it', async () => {
    const { id } = await goOut();
    const sharp = await loadSharp();
    const photo = await sharp(await takePhoto())
      .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('SECRET PLACE')).toBe(true);
    expect((await press(id, { photo, key: randomUUID() })).json).toMatchObject({ done: true, has_photo: true });
    const stored = (await handoverOf(id))?.photo;
    expect(stored?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(stored?.includes('SECRET PLACE')).toBe(false);
  });

  test('refuses what is no photo, and keeps nothing of the press: it can be sent again without', async () => {
    const { id } = await goOut();
    const key = randomUUID();
    expect(await press(id, { photo: Buffer.from('<svg/>'), key })).toEqual({
      status: 400,
      json: { photo: ['Please send a photo as JPEG, PNG, WebP or HEIC.'] },
    });
    expect((await press(id, { key })).json.done).toBe(true);
  });

  test('says which neighbour, and what happens next', async () => {
    const { id } = await goOut();
    expect(await press(id, { body: { outcome: 'neighbour' } })).toEqual({
      status: 400,
      json: { taken_by: ['Say which neighbour.'] },
    });
    expect(await press(id, { body: { outcome: 'nobody in' } })).toEqual({
      status: 400,
      json: { next: ['Say what happens next.'] },
    });
    expect((await press(id, { body: { outcome: 'gone' } })).status).toBe(400);
    const old = { pressed_at: '2026-11-01T09:00:00Z' };
    expect((await press(id, { body: old })).json).toEqual({ pressed_at: ['This was pressed more than a week ago.'] });
    expect((await press(id, { body: { outcome: 'neighbour', taken_by: 'number 20' } })).json.outcome).toBe('neighbour');
  });

  test('with a clock that is ahead counts as pressed now', async () => {
    const { id } = await goOut();
    await press(id, { body: { pressed_at: minutes(90).toISOString() } });
    expect((await read(id))?.deliveredAt).toEqual(TEST_NOW);
  });
});

describe('nobody in', () => {
  const again = { outcome: 'nobody in', next: 'again today' };

  test('brings it back; it can go on another run and out once more, and then be delivered', async () => {
    const { id } = await goOut();
    expect((await press(id, { body: again })).json).toMatchObject({ done: true, stage: 'not delivered' });
    expect(await letters()).toEqual(['order-not-delivered']);
    shop.setNow(minutes(60));
    const run = await makeTestRun(shop, florist, [id], { driver, number: 2 });
    expect(
      (await shop.call('POST', `/api/desk/runs/${run.id}/leave/`, { headers: driver.headers, body: {} })).status,
    ).toBe(200);
    expect((await read(id))?.stage).toBe('out');
    // A press of another phone, from before it left again, comes late: it is over.
    const late = { ...again, pressed_at: minutes(1).toISOString() };
    expect((await press(id, { body: late, key: randomUUID() })).json).toMatchObject({ done: false, stage: 'out' });
    expect((await press(id)).json).toMatchObject({ done: true, stage: 'delivered' });
    // Delivered within the minute, the letter that it has left is not sent.
    expect(await letters()).toEqual(['order-delivered', 'order-not-delivered']);
  });

  test('for another day moves it to the next one that is open', async () => {
    const { id } = await goOut();
    await press(id, { body: { outcome: 'nobody in', next: 'another day' } });
    expect(await read(id)).toMatchObject({
      stage: 'not delivered',
      deliveryDate: '2026-11-17',
      leavesOn: '2026-11-17',
    });
    const day = await shop.call('GET', '/api/desk/deliveries/?day=2026-11-17', { headers: florist.headers });
    expect(day.json().without_run).toMatchObject([{ order: id, stage: 'not delivered', outcome: 'nobody in' }]);
  });

  test('never undoes a delivery, whichever of two phones is heard first', async () => {
    const [one, two] = [await goOut(), await goOut(2)];
    await press(one.id, { key: randomUUID() });
    expect((await press(one.id, { body: again, key: randomUUID() })).json).toMatchObject({
      done: false,
      stage: 'delivered',
    });
    await press(two.id, { body: again, key: randomUUID() });
    const before = { pressed_at: minutes(-1).toISOString() };
    expect((await press(two.id, { body: before, key: randomUUID() })).json).toMatchObject({
      done: true,
      stage: 'delivered',
    });
    for (const { id } of [one, two]) expect((await handoverOf(id))?.outcome).toBe('handed over');
  });
});

describe('protects', () => {
  test('another driver’s stop, one of another day, and one on no run are not found', async () => {
    const { id } = await goOut();
    const stranger = await employ(shop, ['driver'], 'Van 2');
    const loose = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
    expect((await press(id, { who: stranger })).status).toBe(404);
    expect((await press(loose.id)).status).toBe(404);
    shop.setNow(new Date('2026-11-17T09:00:00Z'));
    await shop.deps.db.update(staffSessions).set({ expiresAt: new Date('2026-11-17T20:00:00Z') });
    // Pressed today, for the run of yesterday.
    expect((await press(id)).status).toBe(404);
    // Pressed yesterday without network: it is the run of that day.
    const kept = { body: { pressed_at: '2026-11-16T15:00:00Z' }, key: randomUUID() };
    expect((await press(id, kept)).json).toMatchObject({ done: true, stage: 'delivered' });
    expect((await press(loose.id, { who: florist })).json.done).toBe(true);
  });

  test('an order that was cancelled meanwhile stays cancelled', async () => {
    const { id } = await orderTo(shop, 'E8 3QX');
    await makeTestRun(shop, florist, [id], { driver });
    await shop.deps.db.update(orders).set({ stage: 'cancelled' }).where(eq(orders.id, id));
    expect(await press(id)).toEqual({
      status: 409,
      json: { detail: `Order ${id} is cancelled: it cannot become delivered.` },
    });
    expect(await handoverOf(id)).toBeUndefined();
  });

  test('a key is good for one order', async () => {
    const [one, two] = [await goOut(), await goOut(2)];
    const key = randomUUID();
    await press(one.id, { key });
    expect((await press(two.id, { key })).status).toBe(409);
    expect((await read(two.id))?.stage).toBe('out');
    expect((await read(one.id))?.deliveryDate).toBe(TODAY);
  });
});
