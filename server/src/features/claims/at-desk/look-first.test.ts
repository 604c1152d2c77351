import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '#contract/claims.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { setGeneral } from '#server/features/delivery/set-rules.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers, fillClaim, receiveFlowers } from '#server/testing/claims.ts';
import { openClaims, TEXT } from '#server/testing/open-claims.ts';
import { logInAgain } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import { claimPersonalData } from '../claim-personal-data.ts';

const { shop, report, get } = await openClaims();
const owner = await employ(shop);
const { db } = shop.deps;

afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  for (const table of ['throttles', 'claim_keys', 'delivery_settings'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
});

const setStage = (id: number, stage: string, leftAt: Date | null = null) =>
  db.execute(
    sql`update orders set stage = ${stage}, dispatched_at = ${leftAt?.toISOString() ?? null} where id = ${id}`,
  );
const secondsAgo = (seconds: number) => new Date(TEST_NOW.getTime() - seconds * 1000);
const moveTo = (id: number, street: string) =>
  db.execute(
    sql`update orders set address = address || jsonb_build_object('street_address', ${street}::text) where id = ${id}`,
  );
/** What the desk reads of the claim of an order. */
async function whyOf(claim: Claim): Promise<string | null> {
  const { why } = (await shop.get(`/api/desk/claims/${claim.id}/`, owner.headers)).json();
  return why;
}
const promiseOf = async (token: string, order: number) => (await get(token, order, 'promise/')).json();
const changesOf = async (token: string, id: number): Promise<OrderChanges> =>
  (await shop.call('GET', `/api/user/orders/${id}/changes/`, { token })).json();
const redirect = async (token: string, id: number, street: string) => {
  const { last_event: seen } = await changesOf(token, id);
  const body = { seen, street_address: street };
  return shop.call('PATCH', `/api/user/orders/${id}/change/`, { token, body });
};
const changeAtDesk = (id: number, change: object) =>
  shop.app.inject({
    method: 'PATCH',
    url: `/api/desk/orders/${id}/`,
    headers: owner.headers,
    payload: { seen: 999_999, tell: false, ...change },
  });

async function pay(id: number, payer: string | null = null) {
  await db.execute(sql`insert into payments
    (order_id, order_version, state, amount_pence, invoice, capture_id, payer_key, look_again_at, created_at, changed_at)
    values (${id}, 1, 'captured', 100, ${`X${id}`}, ${`CAPTURE${id}`}, ${payer}, now(), now(), now())`);
}

/** The claim of flowers that arrived, to a door of its own unless it is named. */
async function claimArrived(
  wanted: { owner?: Parameters<typeof buyFlowers>[1]; street?: string; payer?: string } = {},
) {
  const { person, order } = await buyFlowers(shop, wanted.owner);
  await setStage(order.id, 'delivered', secondsAgo(3_600));
  await moveTo(order.id, wanted.street ?? `${order.id} Gillygate`);
  if (wanted.payer) await pay(order.id, wanted.payer);
  const { status, body } = await report(person.access, order.id);
  expect([status, body.order]).toEqual([201, order.id]);
  return { person, order, claim: body as Claim };
}

describe('flowers that have not left', () => {
  test('are not sent twice: the claim is kept, waits, and the order goes to its own door', async () => {
    const { person, order } = await buyFlowers(shop);
    await pay(order.id);
    shop.setNow(new Date('2026-11-16T00:00:00Z'));
    const { access } = await logInAgain(shop, person.user.email);
    expect(await promiseOf(access, order.id)).toEqual({ promise: 'not left' });
    const { status, body } = await report(access, order.id);
    expect([status, body]).toMatchObject([201, { status: 'open', on_the_day: true, replacement: null }]);
    expect(await whyOf(body)).toBe('Nobody has pressed that they left: the order is still to be tied.');

    const why = 'You reported damaged flowers, so nothing of this order can change any more.';
    expect(await changesOf(access, order.id)).toMatchObject({ change: why, move: why, cancel: why, back: 0 });
    for (const answer of [
      await redirect(access, order.id, '9 Elsewhere'),
      await shop.call('POST', `/api/user/orders/${order.id}/cancel/`, { token: access }),
    ])
      expect([answer.status, answer.json()]).toEqual([409, { detail: why }]);
  });

  test.each([
    ['to tie', null, 'open'],
    ['tied', null, 'open'],
    ['not delivered', secondsAgo(3_600), 'open'],
    ['out', secondsAgo(59), 'open'],
    ['out', secondsAgo(60), 'replaced'],
    ['delivered', secondsAgo(10), 'replaced'],
  ] as const)('%s since %s: %s', async (stage, leftAt, outcome) => {
    const { person, order } = await buyFlowers(shop);
    await setStage(order.id, stage, leftAt);
    const { promise } = await promiseOf(person.access, order.id);
    const { body } = await report(person.access, order.id);
    expect([promise, body.status]).toEqual([outcome === 'open' ? 'not left' : 'replaced', outcome]);
  });

  test('are claimed or sent elsewhere or cancelled, never two of them, pressed at the same moment', async () => {
    const outcomes = new Set<string>();
    for (const press of ['redirect', 'cancel', 'redirect', 'cancel']) {
      const { person, order } = await buyFlowers(shop);
      await pay(order.id);
      const other =
        press === 'redirect'
          ? redirect(person.access, order.id, '9 Elsewhere')
          : shop.call('POST', `/api/user/orders/${order.id}/cancel/`, { token: person.access });
      const [claimed] = await Promise.all([report(person.access, order.id), other]);
      const { rows } = await db.execute(sql`select stage, address ->> 'street_address' as street,
        (select count(*)::int from claims where order_id = orders.id) as claims,
        (select count(*)::int from orders as again where again.replaces_order_id = orders.id) as again
        from orders where id = ${order.id}`);
      const [row] = rows as { stage: string; street: string; claims: number; again: number }[];
      expect(row?.again).toBe(0);
      if (row?.stage === 'cancelled') expect([claimed.status, row.claims]).toEqual([409, 0]);
      outcomes.add(`${press} ${(await other).status}`);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

describe('at the desk', () => {
  test('an order whose claim waits goes nowhere else and is not cancelled, until it is answered in words', async () => {
    const { person, order } = await buyFlowers(shop);
    await pay(order.id);
    const { body } = await report(person.access, order.id);
    const waits = `Claim ${body.id} waits for an answer: answer it first.`;
    const { may } = (await shop.get(`/api/desk/orders/${order.id}/`, owner.headers)).json();
    expect(may).toMatchObject({ change: waits, cancel: waits, card: null });
    const cancel = () => shop.post(`/api/desk/orders/${order.id}/cancel/`, { words: 'Sorry', left: 1 }, owner.headers);
    const refused = [409, { detail: `${waits} Nothing was changed.` }];
    const moved = await changeAtDesk(order.id, { street_address: '9 Elsewhere' });
    expect([moved.statusCode, moved.json()]).toEqual(refused);
    const cancelled = await cancel();
    expect([cancelled.status, cancelled.json()]).toEqual(refused);

    await shop.post(`/api/desk/claims/${body.id}/answer/`, { words: 'They come today.' }, owner.headers);
    expect((await changeAtDesk(order.id, { street_address: '9 Elsewhere' })).statusCode).toBe(200);
  });

  test('flowers that are replaced go nowhere else', async () => {
    const { person, order } = await buyFlowers(shop);
    const { body } = await report(person.access, order.id);
    await shop.post(`/api/desk/claims/${body.id}/replace/`, {}, owner.headers);
    const { replacement } = (await (await get(person.access, order.id)).json()) as Claim;
    const moved = await changeAtDesk(order.id, { street_address: '9 Elsewhere' });
    expect([moved.statusCode, moved.json().detail]).toEqual([
      409,
      `Order ${replacement?.order} replaces it: it is not sent again. Nothing was changed.`,
    ]);
  });

  test('a buyer whose flowers the desk sent anew cannot send the first ones elsewhere', async () => {
    const { person, order } = await buyFlowers(shop);
    await shop.post(`/api/desk/orders/${order.id}/replace/`, { delivery_date: '2026-11-18' }, owner.headers);
    expect((await redirect(person.access, order.id, '9 Elsewhere')).json()).toEqual({
      detail: 'We have sent these flowers anew for you, so nothing of this order can change any more.',
    });
    expect(await report(person.access, order.id)).toMatchObject({ status: 201, body: { status: 'open' } });
  });
});

describe('a person looks first', () => {
  test('at the claim of somebody who was stopped', async () => {
    const { person, order } = await receiveFlowers(shop);
    await db.execute(
      sql`update users set stopped_at = now(), stopped_reason = 'False claims' where id = ${person.user.id}`,
    );
    expect(await promiseOf(person.access, order.id)).toEqual({ promise: 'look first' });
    const { body } = await report(person.access, order.id);
    expect([body.status, await whyOf(body)]).toEqual(['open', 'Orders of this buyer are stopped: False claims.']);
  });

  test('at the second claim of one person within sixty days, whatever door', async () => {
    const { person, order: first, claim } = await claimArrived();
    expect(claim.status).toBe('replaced');
    const second = await claimArrived({ owner: { owner: person } });
    expect([second.claim.status, await whyOf(second.claim)]).toEqual([
      'open',
      `This person reported damage in the last 60 days: order ${first.id}.`,
    ]);
    await db.execute(sql`update claim_keys set at = at - interval '60 days'`);
    expect((await claimArrived({ owner: { owner: person } })).claim.status).toBe('replaced');
  });

  test('at the second of one payer, and of one door, of other accounts, also once the first is erased', async () => {
    const { person, order } = await claimArrived({ payer: 'payer-one', street: '4 High Street' });
    await db.transaction((tx) => claimPersonalData.erase(tx, person.user.id, TEST_NOW));
    const payer = await claimArrived({ payer: 'payer-one' });
    expect(await whyOf(payer.claim)).toBe(
      `This payer at PayPal reported damage in the last 60 days: order ${order.id}.`,
    );
    const door = await claimArrived({ street: ' 4 HIGH street' });
    expect(await whyOf(door.claim)).toBe(
      `Buyers for this address reported damage in the last 60 days: order ${order.id}.`,
    );
    expect((await claimArrived()).claim.status).toBe('replaced');
  });

  test('at one of two that are reported for one door at the same moment', async () => {
    const bought = [await buyFlowers(shop), await buyFlowers(shop)];
    for (const { order } of bought) await setStage(order.id, 'delivered', secondsAgo(600));
    const claims = await Promise.all(bought.map(({ person, order }) => report(person.access, order.id)));
    expect(claims.map(({ body }) => body.status).toSorted()).toEqual(['open', 'replaced']);
  });

  test('at a photo in which nothing can be seen', async () => {
    const sharp = await loadSharp();
    const flat = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c04a5a' } })
      .jpeg()
      .toBuffer();
    const { person, order } = await receiveFlowers(shop);
    const form = fillClaim([
      ['text', TEXT],
      ['photo', flat],
    ]);
    const { body } = await report(person.access, order.id, form);
    expect([body.status, await whyOf(body)]).toEqual([
      'open',
      'Nothing can be made out in the photo: it is one colour, a plain gradient, noise or tiny.',
    ]);
  });

  test('at every claim, or at what cost more, as the owner sets it', async () => {
    await db.transaction((tx) => setGeneral(tx, { claimsAtOncePence: 0 }));
    const { claim } = await claimArrived();
    expect([claim.status, await whyOf(claim)]).toEqual(['open', 'The owner has somebody look at every claim first.']);
    await db.transaction((tx) => setGeneral(tx, { claimsAtOncePence: 5_000 }));
    const { claim: dear, person, order } = await claimArrived();
    expect(await whyOf(dear)).toMatch(/^The flowers cost £\d+\.\d\d; up to £50\.00 they are replaced at once\.$/);
    expect((await get(person.access, order.id, 'promise/')).status).toBe(200);
    await db.transaction((tx) => setGeneral(tx, { claimsAtOncePence: 500_000 }));
    expect((await claimArrived()).claim.status).toBe('replaced');
  });

  test('and the desk reads all the reasons, in the letter too', async () => {
    const { person, order } = await buyFlowers(shop);
    await db.execute(
      sql`update users set stopped_at = now(), stopped_reason = 'False claims.' where id = ${person.user.id}`,
    );
    const { body } = await report(person.access, order.id);
    const why =
      'Nobody has pressed that they left: the order is still to be tied. Orders of this buyer are stopped: False claims.';
    expect(await whyOf(body)).toBe(why);
    // Refunds go on asking: this shop has no PayPal.
    await shop.tryJobs();
    const letters = shop.letters();
    expect(letters.findLast(({ to }) => to === shop.deps.config.shopEmail)?.text).toContain(why);
    const toBuyer = letters.findLast(({ to }) => to === person.user.email)?.text ?? '';
    expect(toBuyer).toContain('Our florist looks at the photo and answers you by email.');
    expect(toBuyer).not.toMatch(/stopped|nothing to pay/i);
  });
});
