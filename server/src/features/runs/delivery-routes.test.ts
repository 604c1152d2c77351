import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { orderToken } from '#server/features/orders/order-token.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { fillClaim, takePhoto, writeForm } from '#server/testing/claims.ts';
import { logInAgain, PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { makeTestRun, orderTo } from '#server/testing/runs.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { handovers } from './table.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
type Employee = Awaited<ReturnType<typeof employ>>;
let driver: Employee;
let florist: Employee;

const DAY_MS = 24 * 60 * 60 * 1000;
const days = (count: number) => new Date(TEST_NOW.getTime() + count * DAY_MS);

beforeAll(async () => {
  shop = await openTestShop();
  driver = await employ(shop, ['driver'], 'Van 1');
  florist = await employ(shop, ['florist'], 'Flora Bell');
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`truncate runs, throttles, letters cascade`);
});
afterEach(() => expect(shop.failures).toEqual([]));

type Ordered = Awaited<ReturnType<typeof orderTo>>;
const see = async ({ id, person }: Ordered) =>
  (await shop.call('GET', `/api/user/orders/${id}/delivery/`, { token: person.access })).json();
/** The same person some days later, signed in anew. */
const comeBack = async ({ id, person }: Ordered) => ({ id, person: await logInAgain(shop, person.user.email) });
const tracks = (id: number) => shop.get(`/api/track/${orderToken(shop.deps.secrets, 'track', id)}/`);
const leave = (runId: number) =>
  shop.call('POST', `/api/desk/runs/${runId}/leave/`, { headers: driver.headers, body: {} });

async function deliver(id: number, fields: [string, string][] = [['outcome', 'handed over']]) {
  const { body, headers } = await writeForm(fillClaim([...fields, ['photo', await takePhoto()]]));
  const sent = { headers: { ...driver.headers, ...headers }, body };
  return (await shop.call('POST', `/api/desk/stops/${id}/outcome/`, sent)).json();
}

test('the buyer sees each stage as it happens, how many stops come before, and who took it', async () => {
  const [first, second] = [
    await orderTo(shop, 'E8 3QX', { stage: 'tied' }),
    await orderTo(shop, 'E8 3QX', { stage: 'tied' }),
  ];
  const now = TEST_NOW.toISOString();
  const run = await makeTestRun(shop, florist, [first.id, second.id], { driver });
  expect(await see(second)).toEqual({
    stage: 'tied',
    day: '2026-11-16',
    by_carrier: false,
    ordered_at: now,
    tied_at: now,
    out_at: null,
    delivered_at: null,
    outcome: null,
    taken_by: '',
    tried_at: null,
    next_try: 'again',
    leaves_at: '11:00',
    stops_before: null,
    carrier_number: '',
    has_photo: false,
    track_link: `https://shop.example/track/${orderToken(shop.deps.secrets, 'track', second.id)}`,
  });
  await leave(run.id);
  // For a minute it can be taken back.
  expect(await see(second)).toMatchObject({ stage: 'tied', out_at: null, stops_before: null });
  const minuteLater = new Date(TEST_NOW.getTime() + 60_000);
  shop.setNow(minuteLater);
  expect(await see(second)).toMatchObject({ stage: 'out', out_at: now, stops_before: 1, leaves_at: null });
  await deliver(first.id);
  expect(await see(second)).toMatchObject({ stops_before: 0 });
  await deliver(second.id, [
    ['outcome', 'neighbour'],
    ['taken_by', 'number 20'],
  ]);
  expect(await see(second)).toMatchObject({
    stage: 'delivered',
    delivered_at: minuteLater.toISOString(),
    outcome: 'neighbour',
    taken_by: 'number 20',
    has_photo: true,
  });
});

test('the letters have the link for the recipient, and the photo by a link that works without signing in', async () => {
  const order = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
  const run = await makeTestRun(shop, florist, [order.id], { driver });
  await leave(run.id);
  await shop.doJobs();
  await deliver(order.id);
  await shop.doJobs();
  const [out, delivered] = shop
    .letters()
    .filter(({ to }) => to === order.person.user.email)
    .slice(-2);
  expect(out?.text).toContain(`https://shop.example/track/${orderToken(shop.deps.secrets, 'track', order.id)}`);
  const path = /https:\/\/shop\.example(\/api\/delivery-photos\/[^"]+)"/.exec(delivered?.html ?? '')?.[1] ?? '';
  const photo = await shop.get(path);
  expect([photo.status, photo.headers['content-type'], photo.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'private, no-store',
  ]);
  // The link of the recipient opens no photo.
  expect((await shop.get(`/api/delivery-photos/${orderToken(shop.deps.secrets, 'track', order.id)}/`)).status).toBe(
    404,
  );
});

test('the photo is the buyer’s alone, for 30 days, and then deleted with the words', async () => {
  const order = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
  await makeTestRun(shop, florist, [order.id], { driver });
  await deliver(order.id, [
    ['outcome', 'handed over'],
    ['taken_by', 'Nell'],
  ]);
  const other = await registerSomeone(shop);
  const path = `/api/user/orders/${order.id}/delivery/photo/`;
  const byLetter = `/api/delivery-photos/${orderToken(shop.deps.secrets, 'photo', order.id)}/`;
  const ask = async (token: string) => (await shop.call('GET', path, { token })).status;
  expect([await ask(order.person.access), await ask(other.access), (await shop.get(path)).status]).toEqual([
    200, 404, 401,
  ]);
  const stored = async () => (await shop.deps.db.select().from(handovers).where(eq(handovers.orderId, order.id)))[0];
  shop.setNow(days(29.9));
  await shop.handlers['delete-delivery-photos']?.work({});
  expect((await stored())?.photo).not.toBeNull();
  shop.setNow(days(30.1));
  expect((await shop.get(byLetter)).status).toBe(404);
  await shop.handlers['delete-delivery-photos']?.work({});
  expect(await stored()).toMatchObject({ photo: null, takenBy: null, photoTakenAt: null, outcome: 'handed over' });
});

test('the recipient sees how far they are without price, photo, note or buyer, until a week after they came', async () => {
  const order = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
  const run = await makeTestRun(shop, florist, [order.id], { driver });
  await leave(run.id);
  await deliver(order.id, [
    ['outcome', 'neighbour'],
    ['taken_by', 'number 20'],
  ]);
  const now = TEST_NOW.toISOString();
  const response = await tracks(order.id);
  expect([response.status, response.headers['cache-control'], response.headers['x-robots-tag']]).toEqual([
    200,
    'no-store',
    'noindex',
  ]);
  expect(response.json()).toEqual({
    recipient: 'Nell Whitcombe',
    stage: 'delivered',
    day: '2026-11-16',
    by_carrier: false,
    tied_at: now,
    out_at: now,
    delivered_at: now,
    outcome: 'neighbour',
    taken_by: 'number 20',
    tried_at: null,
    next_try: 'again',
  });
  shop.setNow(days(6.9));
  expect((await tracks(order.id)).status).toBe(200);
  expect((await see(await comeBack(order))).track_link).not.toBeNull();
  shop.setNow(days(7.1));
  expect([(await tracks(order.id)).status, (await tracks(order.id)).json()]).toEqual([
    404,
    { detail: 'This link is no longer good.' },
  ]);
  expect((await see(await comeBack(order))).track_link).toBeNull();
});

test('a token that the shop did not write opens nothing', async () => {
  const { id } = await orderTo(shop, 'E8 3QX');
  const token = orderToken(shop.deps.secrets, 'track', id);
  const changed = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  const others = token.replace(`${id}-`, `${id + 1}-`);
  const wrong = [
    changed,
    others,
    `${id}`,
    '1-',
    'x',
    orderToken(shop.deps.secrets, 'photo', id),
    `99999999999-${'0'.repeat(32)}`,
  ];
  for (const one of wrong) expect([one, (await shop.get(`/api/track/${one}/`)).status]).toEqual([one, 404]);
});

test('whoever leaves takes photo and words along, and gets them in the download', async () => {
  const order = await orderTo(shop, 'E8 3QX', { stage: 'tied' });
  await makeTestRun(shop, florist, [order.id], { driver });
  await deliver(order.id, [
    ['outcome', 'handed over'],
    ['taken_by', 'Nell'],
  ]);
  const token = order.person.access;
  const data = (await shop.call('GET', '/api/user/profile/download/', { token })).json();
  expect(data.deliveries).toMatchObject([
    { order: order.id, outcome: 'handed over', taken_by: 'Nell', photo_as_base64_jpeg: expect.stringMatching(/^\/9j/) },
  ]);
  shop.setNow(days(1.5));
  const { access: later } = await logInAgain(shop, order.person.user.email);
  const gone = await shop.call('POST', '/api/user/profile/delete/', { token: later, body: { password: PASSWORD } });
  expect(gone.status).toBe(200);
  const [left] = await shop.deps.db.select().from(handovers).where(eq(handovers.orderId, order.id));
  expect(left).toMatchObject({ photo: null, takenBy: null });
  expect((await tracks(order.id)).status).toBe(404);
});
