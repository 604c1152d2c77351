import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeskClaimDetail } from '#contract/desk-claims.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { orders } from '#server/features/orders/table.ts';
import { refunds } from '#server/features/payments/table.ts';
import { handovers } from '#server/features/runs/table.ts';
import { deskLog, staffSessions } from '#server/features/staff/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { fillClaim, takePhoto, writeForm } from '#server/testing/claims.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { employ } from '#server/testing/staff.ts';
import { onCall } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';
import { claims } from '../table.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let shop: (typeof checkout)['shop'];
let flora: Awaited<ReturnType<typeof employ>>;
let owner: Awaited<ReturnType<typeof employ>>;

beforeAll(async () => {
  checkout = await openTestCheckout({ now: new Date() });
  shop = checkout.shop;
  flora = await employ(shop, ['florist'], 'Flora Reed');
  owner = await employ(shop, ['owner'], 'Olive Hart');
});
afterAll(() => checkout.close());
beforeEach(async () => {
  await checkout.provider.setFaults();
  await shop.deps.db.execute(sql`truncate throttles, claims, desk_log cascade`);
});

const confirm = (staffId: number, at: Date | null) =>
  shop.deps.db.update(staffSessions).set({ confirmedAt: at }).where(eq(staffSessions.staffId, staffId));

/** A paid order that came some days ago, or today. */
async function buy(daysAgo: number) {
  const { person, token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('paid');
  const deliveryDate = new Date(shop.deps.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  await shop.deps.db.update(orders).set({ deliveryDate, stage: 'delivered' }).where(eq(orders.id, order.id));
  return { person, token, order };
}

async function report(token: string, order: number, text: string) {
  const parts = fillClaim([
    ['text', text],
    ['photo', await takePhoto()],
  ]);
  const { body, headers } = await writeForm(parts);
  return shop.call('POST', `/api/user/orders/${order}/claim/`, { token, body, headers });
}

/** A paid order that came yesterday, and the photo of today. */
async function reportLate(text = 'All brown') {
  const bought = await buy(1);
  const reported = await report(bought.token, bought.order.id, text);
  expect(reported.status).toBe(201);
  return { ...bought, claim: reported.json().id as number };
}

const at = (claim: number, rest = '') => `/api/desk/claims/${claim}/${rest}`;
const look = async (claim: number, { headers } = flora): Promise<DeskClaimDetail> =>
  (await shop.get(at(claim), headers)).json();
const refund = (claim: number, amount: number, { headers } = flora, words = 'The front ones were brown') =>
  shop.post(at(claim, 'refund/'), { amount, words }, headers);
const heldFor = async (id: number) => (await checkout.takenFor(id)).reduce((sum, pence) => sum + pence, 0);
const lettersTo = async (email: string) => {
  await shop.doJobs();
  return shop.letters().filter(({ to }) => to === email);
};

describe('GET /api/desk/claims/', () => {
  test('has those that wait, the longest first, with the reason; then those that are answered', async () => {
    const [first, second] = [await reportLate('Snapped'), await reportLate('Limp')];
    expect((await shop.get('/api/desk/claims/', flora.headers)).json()).toMatchObject({
      waiting: 2,
      claims: [
        {
          id: first.claim,
          order: first.order.id,
          text: 'Snapped',
          status: 'open',
          why: expect.stringMatching(/^It was reported after that day, /),
          recipient: 'Nell Whitcombe',
          district: 'YO31',
          by_itself: false,
          bouquets: [{ picture: { id: expect.any(String) } }, {}],
        },
        { id: second.claim },
      ],
    });
    await shop.post(at(first.claim, 'answer/'), { words: 'Sorry.' }, flora.headers);
    expect((await shop.get('/api/desk/claims/?status=answered', flora.headers)).json()).toMatchObject({
      waiting: 1,
      claims: [{ id: first.claim, status: 'answered', why: null, answer: 'Sorry.' }],
    });
    expect((await shop.get('/api/desk/claims/waiting/', flora.headers)).json()).toEqual({ waiting: 1 });
  });
});

describe('GET /api/desk/claims/{id}/', () => {
  test('shows what is needed to decide: the money, the next day, the photo at the door, the neighbours', async () => {
    const [before, one, after] = [await reportLate(), await reportLate(), await reportLate()];
    const photo = await takePhoto();
    await shop.deps.db.insert(handovers).values({
      orderId: one.order.id,
      outcome: 'neighbour',
      pressedAt: new Date(),
      photo,
      photoTakenAt: new Date(),
    });
    const paid = one.order.amount_to_pay;
    expect(await look(one.claim)).toMatchObject({
      buyer: 'Ada Lovelace',
      outcome: 'neighbour',
      has_delivery_photo: true,
      before: before.claim,
      after: after.claim,
      waiting: 3,
      refund: { order: one.order.id, paid, back: 0, left: paid, most_here: 20, confirm_above: 20 },
    });
    expect((await look(one.claim, owner)).refund?.most_here).toBe(paid);
    const shown = await shop.app.inject({ url: at(one.claim, 'delivery-photo/'), headers: flora.headers });
    expect([shown.headers['content-type'], shown.rawPayload.equals(photo)]).toEqual(['image/jpeg', true]);
    expect((await shop.get(at(after.claim, 'delivery-photo/'), flora.headers)).status).toBe(404);
  });

  test('looking at the photo enlarged is written down; the small one is not', async () => {
    const { claim } = await reportLate();
    const photo = await shop.app.inject({ url: at(claim, 'photo/'), headers: flora.headers });
    expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(photo.headers['cache-control']).toBe('no-store');
    expect(await shop.deps.db.$count(deskLog)).toBe(0);
    await shop.get(at(claim, 'photo/?enlarged=1'), flora.headers);
    expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
      { action: 'enlarge photo of claim', subjectId: claim, who: 'Flora Reed', staffId: flora.id },
    ]);
  });
});

describe('POST /api/desk/claims/{id}/answer/', () => {
  test('answers by letter, once, with the name of whoever did', async () => {
    const { person, order, claim } = await reportLate();
    const answered = await shop.post(at(claim, 'answer/'), { words: 'Cold water,\nand they rise.' }, flora.headers);
    expect(answered.json()).toMatchObject({ status: 'answered', answered_by: 'Flora Reed', waiting: 0 });
    const letters = (await lettersTo(person.user.email)).map(({ text }) => text);
    expect(letters.filter((text) => text.includes('and they rise.'))).toHaveLength(1);
    const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
    expect(events.find(({ what }) => what === 'claim')).toMatchObject({
      who: 'Flora Reed',
      staffId: flora.id,
      before: 'open',
      after: 'answered',
    });
    expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
      { action: 'answer claim', subjectId: claim, staffId: flora.id, details: { order: order.id } },
    ]);
    const again = await shop.post(at(claim, 'answer/'), { words: 'Once more' }, owner.headers);
    expect([again.status, again.json().detail]).toEqual([
      409,
      expect.stringMatching(new RegExp(`^Claim ${claim} was answered already, on \\w+day`)),
    ]);
    const blank = await shop.post(at(claim, 'answer/'), { words: ' ' }, flora.headers);
    expect([blank.status, blank.json()]).toEqual([400, { words: ['This field may not be blank.'] }]);
  });
});

describe('POST /api/desk/claims/{id}/replace/', () => {
  test('sends new flowers once, however many press at once', async () => {
    const { order, claim } = await reportLate();
    const presses = await Promise.all(
      [flora, owner, flora, owner].map(({ headers }) => shop.post(at(claim, 'replace/'), {}, headers)),
    );
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const done = presses.find(({ status }) => status === 200)?.json() as DeskClaimDetail;
    expect(done).toMatchObject({ status: 'replaced', by_itself: false, answer: null });
    const made = await shop.deps.db.select().from(orders).where(eq(orders.replacesOrderId, order.id));
    expect(made).toMatchObject([{ id: done.replacement?.order, stage: 'to tie' }]);
    expect(presses.find(({ status }) => status === 409)?.json().detail).toContain(`order ${made[0]?.id}, for `);
  });
});

describe('a claim for flowers that the desk has replaced already', () => {
  const replace = (order: number) => {
    const delivery_date = new Date(shop.deps.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    return shop.post(`/api/desk/orders/${order}/replace/`, { delivery_date }, flora.headers);
  };

  test('is kept and waits for a person, who answers it, and nothing is sent a second time', async () => {
    const { person, token, order } = await buy(0);
    const { replacement } = (await replace(order.id)).json();
    const reported = await report(token, order.id, 'Squashed');
    expect([reported.status, reported.json()]).toMatchObject([
      201,
      { status: 'open', on_the_day: true, replacement: { order: replacement } },
    ]);
    expect((await lettersTo(person.user.email)).map(({ text }) => text).join()).toContain(
      'Our florist looks at the photo and answers you by email.',
    );
    const claim = reported.json().id as number;
    expect(await look(claim)).toMatchObject({
      status: 'open',
      why: expect.stringMatching(new RegExp(`^Order ${replacement} replaces it already\\.`)),
    });
    const pressed = await shop.post(at(claim, 'replace/'), {}, flora.headers);
    expect([pressed.status, pressed.json().detail]).toEqual([
      409,
      expect.stringContaining(`order ${replacement}, for `),
    ]);
    expect(await shop.deps.db.$count(orders, eq(orders.replacesOrderId, order.id))).toBe(1);
    const answered = await shop.post(at(claim, 'answer/'), { words: 'They are on their way.' }, flora.headers);
    expect(answered.json()).toMatchObject({ status: 'replaced', answer: 'They are on their way.', waiting: 0 });
  });

  test('or replaces at the same moment: one replacement, and the claim is kept', async () => {
    for (let round = 0; round < 4; round++) {
      const { token, order } = await buy(0);
      const [reported, replaced] = await Promise.all([report(token, order.id, 'Squashed'), replace(order.id)]);
      expect(reported.status).toBe(201);
      // All go to one door: a further report from there waits for a person, and so does whoever would send flowers beside it.
      const waits = replaced.status === 409 && /Claim \d+ waits for an answer/.test(replaced.json().detail);
      if (waits) expect(reported.json()).toMatchObject({ status: 'open', replacement: null });
      else expect([200, 409]).toContain(replaced.status);
      expect(await shop.deps.db.$count(orders, eq(orders.replacesOrderId, order.id))).toBe(waits ? 0 : 1);
    }
  });
});

describe('POST /api/desk/claims/{id}/refund/', () => {
  test('a florist gives back up to £20 of an order; the buyer reads why, in one letter', async () => {
    const { person, order, claim } = await reportLate();
    const answer = await refund(claim, 12);
    expect(answer.json()).toMatchObject({
      outcome: 'done',
      claim: { status: 'answered', answer: 'The front ones were brown', refund: { back: 12 }, refunded: 12 },
    });
    expect(await heldFor(order.id)).toBe(Math.round(order.amount_to_pay * 100) - 1200);
    const letters = (await lettersTo(person.user.email)).filter(({ text }) =>
      text.includes('The front ones were brown'),
    );
    expect(letters.map(({ subject }) => subject)).toEqual([`£12.00 of order ${order.id} is on its way back`]);
    expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
      { action: 'refund for claim', subjectId: claim, staffId: flora.id, details: { order: order.id, pence: 1200 } },
    ]);
    const again = await refund(claim, 5);
    expect([again.status, again.json().detail]).toEqual([409, expect.stringContaining('was answered already')]);
  });

  test('above that a florist asks an owner, who confirms with a passkey', async () => {
    const { order, claim } = await reportLate();
    const refused = await refund(claim, 20.01);
    expect([refused.status, refused.json()]).toEqual([
      403,
      { detail: 'You may give back up to £20.00 of an order. Please ask an owner.' },
    ]);
    await confirm(owner.id, null);
    expect((await refund(claim, 20.01, owner)).status).toBe(403);
    await confirm(owner.id, new Date(shop.deps.clock.now().getTime() - 5 * 60_000 - 1));
    expect((await refund(claim, 20.01, owner)).status).toBe(403);
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
    await confirm(owner.id, new Date(shop.deps.clock.now().getTime() - 4 * 60_000));
    expect((await refund(claim, 20.01, owner)).status).toBe(200);
    expect(await heldFor(order.id)).toBe(Math.round(order.amount_to_pay * 100) - 2001);
  });

  test('counts what went back of the order before, and follows what the owner has set', async () => {
    const { order, claim } = await reportLate();
    await shop.deps.db.execute(
      sql`insert into delivery_settings (florist_refund_pence) values (500) on conflict (id) do update set florist_refund_pence = 500`,
    );
    expect((await look(claim)).refund).toMatchObject({ most_here: 5, confirm_above: 5 });
    expect((await refund(claim, 5.01)).status).toBe(403);
    await shop.deps.db.execute(sql`update delivery_settings set florist_refund_pence = null`);
    const [payment] = (
      await shop.deps.db.execute<{ id: string }>(sql`select id from payments where order_id = ${order.id}`)
    ).rows;
    const before = new Date(shop.deps.clock.now().getTime() - 3_600_000);
    await shop.deps.db.insert(refunds).values({
      paymentId: payment?.id as string,
      amountPence: 1500,
      reason: 'Late',
      who: 'x',
      state: 'done',
      providerRefundId: 'R-EARLIER',
      createdAt: before,
      changedAt: before,
      lookAgainAt: before,
    });
    expect((await look(claim)).refund).toMatchObject({ back: 15, most_here: 5 });
    const refused = await refund(claim, 5.01);
    expect(refused.json().detail).toBe(
      'You may give back up to £20.00 of an order. £15.00 of this one has gone back already. Please ask an owner.',
    );
  });

  test('the money goes back once, however many press at once', async () => {
    const { order, claim } = await reportLate();
    const presses = await Promise.all([flora, owner, flora, owner].map((someone) => refund(claim, 6, someone)));
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await heldFor(order.id)).toBe(Math.round(order.amount_to_pay * 100) - 600);
    const both = await shop.post(at(claim, 'replace/'), {}, flora.headers);
    expect([both.status, both.json().detail]).toEqual([
      409,
      `£6.00 of order ${order.id} went back for this already, or is on its way. Answer in words.`,
    ]);
  });

  test('of a replacement the money is that of the first order', async () => {
    const { token, order, claim } = await reportLate();
    const replaced = (await shop.post(at(claim, 'replace/'), {}, flora.headers)).json() as DeskClaimDetail;
    const second = replaced.replacement?.order as number;
    const today = shop.deps.clock.now().toISOString().slice(0, 10);
    await shop.deps.db.update(orders).set({ deliveryDate: today }).where(eq(orders.id, second));
    const again = (await report(token, second, 'Brown again')).json().id as number;
    expect(await look(again)).toMatchObject({
      why: expect.stringMatching(new RegExp(`^They were themselves a replacement, for order ${order.id}\\.`)),
      refund: { order: order.id, left: order.amount_to_pay },
    });
    expect((await refund(again, 7)).status).toBe(200);
    expect(await heldFor(order.id)).toBe(Math.round(order.amount_to_pay * 100) - 700);
  });

  test('the list tells what was given back from what was only answered', async () => {
    const [refunded, answered] = [await reportLate(), await reportLate()];
    await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'CANCELLED' }));
    expect((await refund(refunded.claim, 4)).status).toBe(409);
    await checkout.provider.setFaults();
    await refund(refunded.claim, 12.5);
    await shop.post(at(answered.claim, 'answer/'), { words: 'Cold water.' }, flora.headers);
    expect((await shop.get('/api/desk/claims/?status=answered', flora.headers)).json().claims).toMatchObject([
      { id: answered.claim, refunded: null },
      { id: refunded.claim, refunded: 12.5 },
    ]);
  });

  test('if PayPal refuses, the claim goes on waiting and nothing is said to the buyer', async () => {
    const { person, claim } = await reportLate();
    await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'CANCELLED' }));
    const answer = await refund(claim, 4);
    expect([answer.status, answer.json().detail]).toEqual([
      409,
      expect.stringMatching(/^PayPal did not give back £4\.00 \(.+\)\. The claim still waits\.$/),
    ]);
    expect(await look(claim)).toMatchObject({ status: 'open', refund: { back: 0 }, refunded: null });
    expect((await lettersTo(person.user.email)).filter(({ subject }) => subject.includes('way back'))).toEqual([]);
    await checkout.provider.setFaults();
    expect((await refund(claim, 4)).status).toBe(200);
  });

  test('refuses at the right field', async () => {
    const { order, claim } = await reportLate();
    const words = 'Brown';
    const refused = async (body: object) => {
      const response = await shop.post(at(claim, 'refund/'), body, flora.headers);
      return [response.status, response.json()];
    };
    expect(await refused({ words })).toEqual([400, { amount: ['Say how much, in pounds.'] }]);
    expect(await refused({ amount: 0, words })).toEqual([400, { amount: ['A refund is of a penny or more.'] }]);
    expect(await refused({ amount: 1.005, words })).toEqual([400, { amount: ['Pounds and whole pence.'] }]);
    expect(await refused({ amount: 5, words: '' })).toEqual([400, { words: ['This field may not be blank.'] }]);
    const paid = `£${order.amount_to_pay.toFixed(2)}`;
    expect(await refused({ amount: 9_999, words })).toEqual([
      400,
      { amount: [`${paid} of order ${order.id} is left.`] },
    ]);
    expect(await shop.deps.db.$count(claims, eq(claims.id, claim))).toBe(1);
  });
});
