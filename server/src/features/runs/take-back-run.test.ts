import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { SEND_LETTER } from '#server/platform/mail/create-mail.ts';
import { makeTestRun, orderTo } from '#server/testing/runs.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let florist: Awaited<ReturnType<typeof employ>>;
let driver: Awaited<ReturnType<typeof employ>>;

beforeAll(async () => {
  shop = await openTestShop();
  florist = await employ(shop, ['florist'], 'Flora Bell');
  driver = await employ(shop, ['driver'], 'Van 1');
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`truncate runs, throttles, letters, desk_log cascade`);
  await shop.deps.db.execute(sql`update orders set stage = 'cancelled' where stage <> 'awaiting payment'`);
});
afterEach(() => expect(shop.failures).toEqual([]));

const pass = (seconds: number) => shop.setNow(new Date(TEST_NOW.getTime() + seconds * 1000));
const call = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
  const response = await shop.call(method, `/api/desk/${path}`, { headers: florist.headers, ...(body && { body }) });
  return { status: response.status, json: response.body === '' ? undefined : response.json() };
};
const takeBack = (run: Run) => call('POST', `runs/${run.id}/take-back/`);
const stages = async () =>
  (
    await shop.deps.db.execute<{ id: number; stage: string; sent: Date | null }>(
      sql`select id, stage, dispatched_at as sent from orders where stage not in ('cancelled', 'awaiting payment') order by id`,
    )
  ).rows.map(({ stage, sent }) => [stage, sent !== null]);
const dispatchLetters = async () =>
  (await shop.deps.db.execute(sql`select id from letters where kind = 'order-dispatched'`)).rows.length;
const told = (to: string) => shop.letters().filter((letter) => letter.to === to && letter.kind === 'order-dispatched');

async function leave() {
  const [one, two] = [await orderTo(shop, 'E8 3QX', { stage: 'tied' }), await orderTo(shop, 'E8 1AA')];
  const run = await makeTestRun(shop, florist, [one.id, two.id], { driver });
  expect((await call('POST', `runs/${run.id}/leave/`, { without: true })).status).toBe(200);
  return { one, two, run };
}

describe('POST /api/desk/runs/{runId}/take-back/', () => {
  test('within a minute the run is here again with all that was on it, and nobody is ever told', async () => {
    const { one, two, run } = await leave();
    pass(59);
    const { status, json } = await takeBack(run);
    expect([status, json.left_at]).toEqual([200, null]);
    expect(json.stops.map(({ order, stage }: Run['stops'][number]) => [order, stage])).toEqual([
      [one.id, 'tied'],
      [two.id, 'to tie'],
    ]);
    expect(await stages()).toEqual([
      ['tied', false],
      ['to tie', false],
    ]);
    await shop.doJobs();
    expect(told(one.person.user.email)).toEqual([]);
    // Pressed twice, it is as it was; and it may leave once more.
    expect((await takeBack(run)).status).toBe(200);
    expect((await call('POST', `runs/${run.id}/leave/`, { without: true })).status).toBe(200);
    await shop.doJobs();
    expect(told(one.person.user.email)).toHaveLength(1);
    const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, one.id));
    expect(events.filter(({ what }) => what === 'stage').map(({ after }) => after)).toEqual([
      'to tie',
      'tied',
      'out',
      'tied',
      'out',
    ]);
  });

  test('the letter is not begun for a minute, whatever becomes of the process: the queue itself holds it', async () => {
    await leave();
    const { rows } = await shop.deps.db.execute<{ held: number }>(sql`
      select extract(epoch from start_after - created_on)::integer as held from jobs.job
      where name = ${SEND_LETTER} and data ->> 'id' in (select id::text from letters where kind = 'order-dispatched')`);
    expect(rows).toEqual([{ held: 60 }]);
  });

  test('until then the buyer’s and the recipient’s pages say that it is tied, and afterwards that it has left', async () => {
    const { one } = await leave();
    const token = one.person.access;
    const see = async () => {
      const order = (await shop.call('GET', `/api/user/orders/${one.id}/`, { token })).json();
      const [listed] = (await shop.call('GET', '/api/user/orders/?status=C', { token })).json();
      const { stage, out_at, stops_before } = (
        await shop.call('GET', `/api/user/orders/${one.id}/delivery/`, { token })
      ).json();
      return { order: [order.stage, order.dispatched_at], listed: listed.stage, steps: [stage, out_at, stops_before] };
    };
    expect(await see()).toEqual({ order: ['tied', null], listed: 'tied', steps: ['tied', null, null] });
    pass(60);
    const at = TEST_NOW.toISOString();
    expect(await see()).toEqual({ order: ['out', at], listed: 'out', steps: ['out', at, 0] });
  });

  test('not after a minute, not once a letter is on its way, not once one is delivered', async () => {
    const { run } = await leave();
    pass(60);
    const late = { detail: 'Run 1 left more than a minute ago: the letters are on their way.' };
    expect(await takeBack(run)).toEqual({ status: 409, json: late });
    pass(30);
    await shop.deps.db.execute(sql`update letters set attempts = 1 where kind = 'order-dispatched'`);
    expect(await takeBack(run)).toEqual({ status: 409, json: late });
    expect(await stages()).toEqual([
      ['out', true],
      ['to tie', false],
    ]);
  });

  test('delivered within the minute: the letter that it has left is not needed any more', async () => {
    const { one, run } = await leave();
    const press = { headers: driver.headers, body: { outcome: 'handed over' } };
    expect((await shop.call('POST', `/api/desk/stops/${one.id}/outcome/`, press)).status).toBe(200);
    expect(await dispatchLetters()).toBe(0);
    expect(await takeBack(run)).toEqual({
      status: 409,
      json: { detail: `Order ${one.id} is delivered: run 1 has left.` },
    });
  });

  test('what is taken back while a process begins the letter is one or the other, never both', async () => {
    const { one, run } = await leave();
    const [answer] = await Promise.all([takeBack(run), shop.tryJobs()]);
    const [first] = await stages();
    expect(first).toEqual(answer.status === 200 ? ['tied', false] : ['out', true]);
    expect(told(one.person.user.email)).toHaveLength(answer.status === 200 ? 0 : 1);
  });
});
