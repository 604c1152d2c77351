import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '#contract/claims.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillClaim, receiveFlowers, takePhoto } from '#server/testing/claims.ts';
import { openClaims, TEXT } from '#server/testing/open-claims.ts';
import { logInAgain, registerSomeone } from '#server/testing/people.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';

const { shop, photo, report, get, count } = await openClaims();

afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`delete from throttles`);
});

describe('POST /api/user/orders/{orderId}/claim/ works', () => {
  test('on the day: takes the claim and sends the same flowers again on the next day, for nothing', {
    tags: 'G15',
  }, async () => {
    const { person, order } = await receiveFlowers(shop, { bouquets: ['Tearoom', 'Pier Sorbet'] });
    const sold = await shop.deps.db.execute(sql`select sum(sold)::int as sold from products`);
    const { status, body } = await report(person.access, order.id);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      order: order.id,
      text: TEXT,
      made_at: TEST_NOW.toISOString(),
      on_the_day: true,
      status: 'replaced',
      answer: null,
      answered_at: TEST_NOW.toISOString(),
      replacement: { order: expect.any(Number), delivery_date: '2026-11-17' },
    });
    const { replacement } = body as Claim;
    const path = `/api/user/orders/${replacement?.order}/`;
    const again = (await shop.call('GET', path, { token: person.access })).json();
    expect(again).toEqual({
      ...order,
      id: replacement?.order,
      order_items: order.order_items.map((item) => ({
        ...item,
        id: expect.any(Number),
        price: 0,
        price_when_added: null,
      })),
      total_cost: 0,
      delivery_fee: 0,
      amount_to_pay: 0,
      sums: order.sums.map((sum) => ({ ...sum, amount: 0 })),
      delivery_date: '2026-11-17',
      completed_at: TEST_NOW.toISOString(),
      replaces: order.id,
    });
    // It was given, not sold.
    expect(await shop.deps.db.execute(sql`select sum(sold)::int as sold from products`)).toMatchObject({
      rows: sold.rows,
    });
  });

  test('on the day, after the cut-off: promises the day that the delivery rule gives', async () => {
    const { person, order } = await receiveFlowers(shop);
    shop.setNow(new Date('2026-11-16T12:00:00Z'));
    const { body } = await report((await signInAgain(person)).access, order.id);
    expect(body).toMatchObject({ status: 'replaced', replacement: { delivery_date: '2026-11-18' } });
  });

  test('a day later: takes it, and leaves the answer to the florist', async () => {
    const { person, order } = await receiveFlowers(shop, { day: '2026-11-15' });
    const before = await count();
    const { status, body } = await report(person.access, order.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ on_the_day: false, status: 'open', answered_at: null, replacement: null });
    expect(await count()).toEqual({
      ...before,
      claims: Number(before?.claims) + 1,
      letters: Number(before?.letters) + 2,
    });
  });

  // In summer London is an hour ahead of UTC: its day begins at 23:00.
  test.each([
    ['2026-06-15T22:59:59Z', '2026-06-15', 'replaced'],
    ['2026-06-15T23:00:00Z', '2026-06-15', 'open'],
    ['2026-06-15T23:00:00Z', '2026-06-16', 'replaced'],
    ['2026-11-16T23:59:59Z', '2026-11-16', 'replaced'],
    ['2026-11-17T00:00:00Z', '2026-11-16', 'open'],
  ])('at %s, for flowers of %s: %s', async (now, day, status) => {
    const { person, order } = await receiveFlowers(shop, { day });
    shop.setNow(new Date(now));
    expect(await report((await signInAgain(person)).access, order.id)).toMatchObject({ status: 201, body: { status } });
  });

  test('does not replace a replacement by itself', async () => {
    const { person, order } = await receiveFlowers(shop);
    const { body: first } = await report(person.access, order.id);
    shop.setNow(new Date('2026-11-17T09:00:00Z'));
    const { access } = await signInAgain(person);
    const { status, body } = await report(access, first.replacement.order);
    expect([status, body]).toMatchObject([201, { on_the_day: true, status: 'open', replacement: null }]);
    expect(await lettersTo(shop.deps.config.shopEmail)).toContain(
      `They were themselves a replacement, for order ${order.id}.`,
    );
  });

  test.each(['sold_out', 'withdrawn'])('does not promise what is %s', async (status) => {
    const { person, order } = await receiveFlowers(shop);
    await shop.deps.db.execute(sql`update products set status = ${status} where name = 'Tearoom'`);
    const { body } = await report(person.access, order.id);
    await shop.deps.db.execute(sql`update products set status = 'on_sale' where name = 'Tearoom'`);
    expect(body).toMatchObject({ on_the_day: true, status: 'open', replacement: null });
    expect(await lettersTo(shop.deps.config.shopEmail)).toContain(
      'Not on sale now, so nothing was sent by itself: Tearoom.',
    );
  });

  test('does not send flowers for money that went back', async () => {
    const { person, order } = await receiveFlowers(shop);
    await shop.deps.db.execute(sql`
      with paid as (insert into payments
        (order_id, order_version, state, amount_pence, invoice, capture_id, look_again_at, created_at, changed_at)
        values (${order.id}, 1, 'captured', 100, 'X', 'CAPTURE1', now(), now(), now()) returning id)
      insert into refunds (payment_id, amount_pence, reason, who, look_again_at, created_at, changed_at)
      select id, 50, 'Late', 'Ada', now(), now(), now() from paid`);
    expect(await report(person.access, order.id)).toMatchObject({ status: 201, body: { status: 'open' } });
  });

  test('asked again, answers with what there is, and nothing happens twice', async () => {
    const { person, order } = await receiveFlowers(shop);
    const first = await report(person.access, order.id);
    const before = await count();
    const other = fillClaim([
      ['text', 'Something else'],
      ['photo', await takePhoto('png')],
    ]);
    expect(await report(person.access, order.id, other)).toEqual({ status: 200, body: first.body });
    // Not even a form that cannot be read stands in the way of learning it.
    expect(await report(person.access, order.id, fillClaim([]))).toEqual({ status: 200, body: first.body });
    expect(await count()).toEqual(before);
  });

  test('eight at once make one claim, one replacement and one of each letter', async () => {
    const { person, order } = await receiveFlowers(shop);
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(person.access, order.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await count()).toEqual({
      claims: Number(before?.claims) + 1,
      orders: Number(before?.orders) + 1,
      letters: Number(before?.letters) + 2,
    });
  });

  test('takes the parts in any order', async () => {
    const { person, order } = await receiveFlowers(shop);
    const form = fillClaim([
      ['photo', photo],
      ['text', `  ${TEXT} `],
    ]);
    expect(await report(person.access, order.id, form)).toMatchObject({ status: 201, body: { text: TEXT } });
  });

  test('keeps the lines as they were written', async () => {
    const { person, order } = await receiveFlowers(shop);
    const form = fillClaim([
      ['text', 'Two roses are broken.\r\n\r\nThe box was wet. '],
      ['photo', photo],
    ]);
    expect(await report(person.access, order.id, form)).toMatchObject({
      status: 201,
      body: { text: 'Two roses are broken.\n\nThe box was wet.' },
    });
  });
});

describe('POST /api/user/orders/{orderId}/claim/ tells', () => {
  test('the buyer the day of the new flowers, and the florist what to tie', { tags: ['G15', 'G16'] }, async () => {
    const { person, order } = await receiveFlowers(shop);
    const { body } = await report(person.access, order.id);
    const id = body.replacement.order;
    const toBuyer = await lettersTo(person.user.email);
    expect(toBuyer).toContain(
      `deliver them on Tuesday 17 November, to the same address and with the same note. There is nothing to pay. It is order ${id}.`,
    );
    expect(toBuyer).toContain(`https://shop.example/login?next=/history/${id}`);
    expect(toBuyer).toContain('Your statutory rights are not affected.');
    const toShop = await lettersTo(shop.deps.config.shopEmail);
    expect(toShop).toContain(`Order ${id}, for Tuesday 17 November`);
    expect(toShop).toContain(`The flowers of order ${order.id} arrived damaged; these make up for them.`);
    for (const words of [
      '2 × Tearoom (ML-',
      'Nell Whitcombe',
      'With love\nfrom us',
      'Nothing to pay',
      `claims photo ${body.id} FILE`,
    ])
      expect(toShop).toContain(words);
  });

  test('the buyer that someone answers, and the florist how', async () => {
    const { person, order } = await receiveFlowers(shop, { day: '2026-11-14' });
    const words = '<b>All</b> brown & limp';
    const { body } = await report(
      person.access,
      order.id,
      fillClaim([
        ['text', words],
        ['photo', photo],
      ]),
    );
    const toBuyer = await lettersTo(person.user.email);
    expect(toBuyer).toContain('our florist looks at the photo first and answers you by email.');
    expect(toBuyer).not.toContain('nothing to pay');
    const toShop = await lettersTo(shop.deps.config.shopEmail);
    expect(toShop).toContain('It was reported after that day, Saturday 14 November.');
    expect(toShop).toContain(words);
    expect(toShop).toContain(`npm run desk -- claims answer ${body.id} "your words"`);
  });
});

describe('GET /api/user/orders/{orderId}/claim/', () => {
  test('tells its owner what was said and what came of it, and nobody else', async () => {
    const { person, order } = await receiveFlowers(shop);
    expect((await get(person.access, order.id)).status).toBe(404);
    const { body } = await report(person.access, order.id);
    expect(await (await get(person.access, order.id)).json()).toEqual(body);
    const { access } = await registerSomeone(shop);
    for (const rest of ['', 'photo/']) {
      const answer = await get(access, order.id, rest);
      expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not found.' }]);
    }
  });

  test('shows the photo to its owner, for nobody to keep', async () => {
    const { person, order } = await receiveFlowers(shop);
    await report(person.access, order.id);
    const answer = await get(person.access, order.id, 'photo/');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'content-disposition': 'inline; filename="photo.jpg"',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });
});

async function signInAgain({ user }: { user: { email: string } }) {
  return logInAgain(shop, user.email);
}

async function lettersTo(address: string): Promise<string> {
  await shop.doJobs();
  return shop.letters().findLast(({ to }) => to === address)?.text ?? '';
}
