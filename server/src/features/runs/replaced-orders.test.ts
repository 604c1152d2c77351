import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Claim } from '#contract/claims.ts';
import { dispatchOrder } from '#server/features/orders/paid/dispatch-order.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillClaim, takeFlowerPhoto, writeForm } from '#server/testing/claims.ts';
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
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`truncate runs, throttles, letters, claim_keys cascade`);
});

const call = async (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  { headers }: Pick<Employee, 'headers'> = florist,
) => {
  const answer = await shop.call(method, path, { headers, ...(body && { body }) });
  return { status: answer.status, body: answer.json() };
};

async function report(id: number, token: string): Promise<Claim> {
  const form = fillClaim([
    ['text', 'All snapped'],
    ['photo', await takeFlowerPhoto()],
  ]);
  const { body, headers } = await writeForm(form);
  const sent = await shop.call('POST', `/api/user/orders/${id}/claim/`, { token, headers, body });
  expect(sent.status).toBe(201);
  return sent.json();
}

/** An order that is out, on the driver's run of today, and was reported so many seconds after it left. */
async function reportedWhenOut(seconds: number) {
  const { id, person } = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
  const run = await makeTestRun(shop, florist, [id], { driver });
  await call('POST', `/api/desk/runs/${run.id}/leave/`, {}, driver);
  shop.setNow(new Date(TEST_NOW.getTime() + seconds * 1000));
  const claim = await report(id, person.access);
  return { id, token: person.access, claim };
}

const pressNobodyIn = (id: number) =>
  call('POST', `/api/desk/stops/${id}/outcome/`, { outcome: 'nobody in', next: 'another day' }, driver);
const dispatchOnCommandLine = (id: number) =>
  shop.deps.db.transaction((tx) => dispatchOrder(shop.deps, tx, id, onCommandLine('Hana Okafor')));
const putOn = async (id: number, number = 2) =>
  call('POST', `/api/desk/runs/${(await makeTestRun(shop, florist, [], { driver, number })).id}/stops/`, {
    orders: [id],
  });
const move = (id: number) =>
  call('PATCH', `/api/desk/orders/${id}/`, { seen: 999_999, tell: false, delivery_date: '2026-11-18' });
const troublesOf = async (id: number) => {
  const { body } = await call('GET', '/api/desk/today/');
  return (body.tickets as { id: number; troubles: string[] }[]).find((ticket) => ticket.id === id)?.troubles;
};
/** What the buyer reads in the letter that nobody was in. */
async function readLetter(): Promise<string> {
  await shop.doJobs();
  return shop.letters().findLast(({ kind }) => kind === 'order-not-delivered')?.text ?? '';
}

test('flowers that were replaced while they were out, and came back, go nowhere again', async () => {
  const { id, token, claim } = await reportedWhenOut(61);
  const order = claim.replacement?.order;
  expect([claim.status, claim.replacement?.delivery_date]).toEqual(['replaced', '2026-11-17']);
  const why = `Order ${order} replaces it: it is not sent again.`;
  const carried = await call('GET', `/api/desk/stops/${id}/`, undefined, driver);
  expect(carried.body.stop).toMatchObject({ stage: 'out', not_to_send: why });

  expect((await pressNobodyIn(id)).body).toMatchObject({ done: true, stage: 'not delivered' });
  const shown = (await call('GET', `/api/desk/orders/${id}/`)).body;
  expect(shown).toMatchObject({ arrives_on: TODAY, troubles: ['replaced'], replaced_by: order, may: { change: why } });
  expect((await call('GET', `/api/desk/orders/${id}/ticket/`)).body).toMatchObject({
    troubles: ['replaced'],
    replaced_by: order,
  });
  const { body: deliveries } = await call('GET', `/api/desk/deliveries/?day=${TODAY}`);
  expect(deliveries.runs[0].stops).toMatchObject([{ order: id, not_to_send: why }]);
  expect(await readLetter()).toContain(`New flowers come on Tuesday 17 November instead, as order ${order}.`);
  const delivery = await shop.call('GET', `/api/user/orders/${id}/delivery/`, { token });
  expect(delivery.json()).toMatchObject({ stage: 'not delivered', day: TODAY, next_try: 'new flowers' });

  expect(await putOn(id)).toEqual({ status: 409, body: { detail: `Order ${id} goes on no run. ${why}` } });
  expect(await move(id)).toEqual({ status: 409, body: { detail: `${why} Nothing was changed.` } });
  await expect(dispatchOnCommandLine(id)).rejects.toThrow(`Order ${id} does not leave. ${why}`);

  // Once the new flowers have come there is nothing left to do for it.
  expect(await troublesOf(id)).toEqual(['replaced']);
  await setStage(shop, order as number, 'delivered');
  expect((await call('GET', `/api/desk/orders/${id}/`)).body.troubles).toEqual([]);
});

test('flowers that came back while a claim waits stay until it is answered, and go again if it is in words', async () => {
  const { id, claim } = await reportedWhenOut(30);
  expect(claim.status).toBe('open');
  await pressNobodyIn(id);
  const waits = `Claim ${claim.id} waits for an answer: answer it first.`;
  expect((await call('GET', `/api/desk/orders/${id}/`)).body).toMatchObject({ arrives_on: TODAY });
  expect(await readLetter()).toContain('the florist answers you by email before anything is sent again');
  expect((await putOn(id)).body).toEqual({ detail: `Order ${id} goes on no run. ${waits}` });
  await expect(dispatchOnCommandLine(id)).rejects.toThrow(waits);
  await call('POST', `/api/desk/claims/${claim.id}/answer/`, { words: 'Nobody was in: they come again.' });
  expect((await putOn(id)).status).toBe(200);
});

test('flowers that have not left are still brought while a claim waits: they are owed to their door', async () => {
  const { id, person } = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
  expect((await report(id, person.access)).status).toBe('open');
  expect((await putOn(id)).status).toBe(200);
  expect((await dispatchOnCommandLine(id)).done).toBe(true);
});

test('what the desk replaced is not tied any more, and stays when its van or the carrier leaves', async () => {
  const [tied, other, untied, parcel] = [
    await orderTo(shop, 'E8 3QX', { stage: 'tied' }),
    await orderTo(shop, 'E8 3QX', { stage: 'tied' }),
    await orderTo(shop, 'E8 3QX'),
    await orderTo(shop, 'E8 3QX', { stage: 'tied' }),
  ].map(({ id }) => id) as [number, number, number, number];
  await shop.deps.db.execute(sql`update orders set collected_on = ${TODAY}, delivery_date = '2026-11-17'
    where id = ${parcel}`);
  const run = await makeTestRun(shop, florist, [tied, other, untied], { driver });
  for (const id of [tied, untied, parcel])
    await call('POST', `/api/desk/orders/${id}/replace/`, { delivery_date: '2026-11-18' });

  const { replaced_by } = (await call('GET', `/api/desk/orders/${untied}/`)).body;
  const why = `Order ${replaced_by} replaces it: it is not sent again.`;
  expect((await call('POST', '/api/desk/orders/tie/', { orders: [untied] })).body.orders).toMatchObject([
    { done: false, words: `Order ${untied} is not tied. ${why}` },
  ]);
  expect((await move(untied)).body).toEqual({ detail: `${why} Nothing was changed.` });
  const left = await call('POST', `/api/desk/runs/${run.id}/leave/`, {}, driver);
  expect([left.status, left.body.stops?.map((stop: { order: number }) => stop.order)]).toEqual([200, [other]]);
  expect((await call('POST', '/api/desk/parcels/collected/', { day: TODAY })).body).toEqual([]);
  const { rows } = await shop.deps.db.execute(sql`select stage from orders where id in (${tied}, ${untied}, ${parcel})
    order by id`);
  expect(rows).toEqual([{ stage: 'tied' }, { stage: 'to tie' }, { stage: 'tied' }]);
});
