import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { endCode } from '#server/features/promotions/end-code.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { awaitPaymentOfCart, completeCart, fillCart, productId, versionOf } from '#server/testing/carts.ts';
import { makeCode } from '#server/testing/codes.ts';
import { PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { lockOrder } from '../lock-order.ts';
import { returnToCart } from '../paid/return-to-cart.ts';
import { orders } from '../table.ts';
import { lockCartOf } from './change-cart.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let tearoom: number;
let ada: Registered;

beforeAll(async () => {
  shop = await openTestShop();
  tearoom = await productId(shop, 'Tearoom');
});
afterAll(() => shop.close());
beforeEach(async () => {
  ada = await registerSomeone(shop);
  // £36.05, so that ten percent are no whole pence.
  await shop.deps.db.execute(sql`update products set price_pence = 3605 where id = ${tearoom}`);
});
afterEach(async () => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const fill = (quantity = 1, owner = ada) => fillCart(shop, owner, [{ product: tearoom, quantity }]);
const use = (id: number, code: unknown, owner = ada) =>
  shop.call('PATCH', `/api/user/orders/${id}/update-code/`, { token: owner.access, body: { code } });
const find = async (id: number, owner = ada): Promise<Order> =>
  (await shop.call('GET', `/api/user/orders/${id}/`, { token: owner.access })).json();
const end = (code: string) => shop.deps.db.transaction((tx) => endCode(tx, code, shop.deps.clock.now()));
const refusal = async (answer: ReturnType<typeof use>) => {
  const { status, json } = await answer;
  return [status, json()];
};
const flowers = { kind: 'goods', label: 'Flowers', amount: 36.05 };
const delivery = { kind: 'delivery', label: 'Delivery', amount: 5 };

/** Buys with a code and is done with it. */
async function buyWith(code: string, owner: Registered): Promise<number> {
  const { id } = await fill(1, owner);
  expect((await use(id, code, owner)).status).toBe(200);
  await completeCart(shop, id);
  return id;
}

describe('PATCH /api/user/orders/{id}/update-code/ works', () => {
  test('takes pounds off, as a row of the sums', async () => {
    const cart = await fill();
    const code = await makeCode(shop, { leastPence: 2_000 });
    const { status, json } = await use(cart.id, code);
    expect(status).toBe(200);
    expect(json()).toEqual({
      ...cart,
      sums: [flowers, delivery, { kind: 'discount', label: `Code ${code}`, amount: -5 }],
      amount_to_pay: 36.05,
      code,
      code_problem: null,
      code_gives: { kind: 'pounds', value: 5, least: 20 },
    });
  });

  test('takes percent off the goods, to the penny', async () => {
    const { id } = await fill();
    const code = await makeCode(shop, { kind: 'percent', value: 10 });
    expect((await use(id, code)).json()).toMatchObject({
      total_cost: 36.05,
      delivery_fee: 5,
      amount_to_pay: 37.44,
      sums: [flowers, delivery, { kind: 'discount', amount: -3.61 }],
      code_gives: { kind: 'percent', value: 10, least: null },
    });
  });

  test('takes the delivery off', async () => {
    const { id } = await fill();
    const code = await makeCode(shop, { kind: 'free delivery', value: 0 });
    expect((await use(id, code)).json()).toMatchObject({ delivery_fee: 5, amount_to_pay: 36.05, code });
  });

  test('leaves the delivery to be paid, however much it gives', async () => {
    const { id } = await fill();
    const code = await makeCode(shop, { value: 100_000 });
    expect((await use(id, code)).json()).toMatchObject({ total_cost: 36.05, amount_to_pay: 5 });
  });

  test('reads a code in any case, with spaces around it and in full-width letters', async () => {
    const { id } = await fill();
    const code = await makeCode(shop);
    for (const typed of [code.toLowerCase(), `  ${code}\u200b `, code.replace('LANE', 'ｌａｎｅ')]) {
      expect((await use(id, typed)).json()).toMatchObject({ code });
    }
  });

  test('follows the cart: the discount is counted anew with every change', async () => {
    const { id, order_items } = await fill();
    const code = await makeCode(shop, { kind: 'percent', value: 10 });
    await use(id, code);
    const url = `/api/user/orders/${id}/order-items/${order_items[0]?.id}/`;
    await shop.call('PATCH', url, { token: ada.access, body: { quantity: 3 } });
    expect(await find(id)).toMatchObject({ total_cost: 108.15, amount_to_pay: 102.33 });
    await shop.call('DELETE', url, { token: ada.access });
    expect(await find(id)).toMatchObject({ amount_to_pay: 0, code, code_problem: null, sums: [{}, {}] });
  });

  test('takes it off again, once however often', async () => {
    const cart = await fill();
    await use(cart.id, await makeCode(shop));
    expect((await use(cart.id, ' ')).json()).toEqual(cart);
    const version = await versionOf(shop, cart.id);
    expect((await use(cart.id, '')).json()).toEqual(cart);
    expect(await versionOf(shop, cart.id)).toBe(version);
  });

  test('another code takes the place of the first; the same again changes nothing', async () => {
    const { id } = await fill();
    await use(id, await makeCode(shop));
    const code = await makeCode(shop, { value: 700 });
    expect((await use(id, code)).json()).toMatchObject({ code, amount_to_pay: 34.05 });
    const version = await versionOf(shop, id);
    expect((await use(id, code)).json()).toMatchObject({ code, amount_to_pay: 34.05 });
    expect(await versionOf(shop, id)).toBe(version);
  });

  test('moves the version on: a payment opened before is for something else', async () => {
    const { id } = await fill();
    const before = await versionOf(shop, id);
    await use(id, await makeCode(shop));
    await use(id, '');
    expect(await versionOf(shop, id)).toBe(before + 2);
  });

  test('is frozen in the order, whatever becomes of the code', async () => {
    const code = await makeCode(shop);
    const id = await buyWith(code, ada);
    await end(code);
    expect(await find(id)).toMatchObject({
      status: 'C',
      amount_to_pay: 36.05,
      code,
      code_problem: null,
      code_gives: null,
      sums: [flowers, delivery, { kind: 'discount', label: `Code ${code}`, amount: -5 }],
    });
    const list = (await shop.call('GET', '/api/user/orders/?status=C', { token: ada.access })).json();
    expect(list).toMatchObject([{ id, code }]);
  });

  test('is among what one can download of oneself', async () => {
    const code = await makeCode(shop);
    await buyWith(code, ada);
    const { id } = await fill();
    await use(id, code);
    const { json } = await shop.call('GET', '/api/user/profile/download/', { token: ada.access });
    expect(json().orders).toMatchObject([{ code }, { code }]);
  });
});

describe('PATCH /api/user/orders/{id}/update-code/ refuses', () => {
  const cases: [string, Parameters<typeof makeCode>[1], (code: string) => string][] = [
    ['that is over', { validUntil: '2026-11-15' }, (code) => `${code} could be used until Sunday 15 November.`],
    ['that begins later', { validFrom: '2026-11-17' }, (code) => `${code} can be used from Tuesday 17 November on.`],
    ['for more goods', { leastPence: 4_000 }, (code) => `${code} is for orders from £40.00. Yours is £36.05.`],
    [
      'that takes nothing off',
      { kind: 'percent', value: 1, leastPence: 1 },
      (code) => `${code} takes nothing off this cart.`,
    ],
  ];
  test.each(cases)('a code %s, and leaves the cart as it was', async (_, terms, words) => {
    if (terms?.kind === 'percent')
      await shop.deps.db.execute(sql`update products set price_pence = 49 where id = ${tearoom}`);
    const cart = await fill();
    const good = (await use(cart.id, await makeCode(shop))).json();
    const version = await versionOf(shop, cart.id);
    const code = await makeCode(shop, terms);
    expect(await refusal(use(cart.id, code))).toEqual([400, { code: [words(code)] }]);
    expect([await find(cart.id), await versionOf(shop, cart.id)]).toEqual([good, version]);
  });

  test('a code on the days around its own, in London', async () => {
    const code = await makeCode(shop, { validFrom: '2026-07-01', validUntil: '2026-07-02' });
    const at = async (now: string) => {
      shop.setNow(new Date(now));
      const someone = await registerSomeone(shop);
      return (await use((await fill(1, someone)).id, code, someone)).status;
    };
    expect([await at('2026-06-30T22:59:00Z'), await at('2026-06-30T23:00:00Z')]).toEqual([400, 200]);
    expect([await at('2026-07-02T22:59:00Z'), await at('2026-07-02T23:00:00Z')]).toEqual([200, 400]);
  });

  test('a code nobody made', async () => {
    const { id } = await fill();
    expect(await refusal(use(id, 'nosuch'))).toEqual([400, { code: ['We do not know the code NOSUCH.'] }]);
  });

  test('a code that has ended', async () => {
    const { id } = await fill();
    const code = await makeCode(shop);
    await end(code);
    expect(await refusal(use(id, code))).toEqual([400, { code: [`${code} has ended.`] }]);
  });

  test('a code that is used up; a cancelled order gives its use back', async () => {
    const code = await makeCode(shop, { maxUses: 2 });
    await buyWith(code, await registerSomeone(shop));
    const last = await buyWith(code, await registerSomeone(shop));
    const { id } = await fill();
    expect(await refusal(use(id, code))).toEqual([400, { code: [`${code} has been used up.`] }]);
    await shop.deps.db.update(orders).set({ stage: 'cancelled' }).where(eq(orders.id, last));
    expect((await use(id, code)).json()).toMatchObject({ code, amount_to_pay: 36.05 });
  });

  test('a code that this person has used as often as allowed, and nobody else', async () => {
    const once = await makeCode(shop, { maxUsesEach: 1 });
    await buyWith(once, ada);
    const cart = await fill();
    expect(await refusal(use(cart.id, once))).toEqual([400, { code: [`You have used ${once} already.`] }]);
    const bea = await registerSomeone(shop);
    expect((await use((await fill(1, bea)).id, once, bea)).status).toBe(200);

    const twice = await makeCode(shop, { maxUsesEach: 2 });
    await use(cart.id, twice);
    await completeCart(shop, cart.id);
    await buyWith(twice, ada);
    const words = `You have used ${twice} 2 times already, as often as it can be.`;
    expect(await refusal(use((await fill()).id, twice))).toEqual([400, { code: [words] }]);
  });

  test('a code for a first order, from the second on; what awaits its payment is an order', async () => {
    const code = await makeCode(shop, { firstOrderOnly: true });
    const first = await fill();
    expect((await use(first.id, code)).status).toBe(200);
    await awaitPaymentOfCart(shop, first.id);
    const second = await fill();
    expect(await refusal(use(second.id, code))).toEqual([400, { code: [`${code} is for a first order.`] }]);
  });

  test('what is no code, at its field', async () => {
    const { id } = await fill();
    expect(await refusal(use(id, 'x'.repeat(31)))).toEqual([
      400,
      { code: ['This must be no more than 30 characters.'] },
    ]);
    expect(await refusal(use(id, 7))).toEqual([400, { code: ['This must be text.'] }]);
    expect(await refusal(use(id, undefined))).toEqual([400, { code: ['This field is required.'] }]);
    expect(await refusal(use(id, 'A\u0007B'))).toEqual([400, { code: ['This holds characters we cannot keep.'] }]);
  });

  test('an order that is being paid for, or was', async () => {
    const { id } = await fill();
    const code = await makeCode(shop);
    await awaitPaymentOfCart(shop, id);
    expect(await refusal(use(id, code))).toEqual([409, { detail: 'Your payment is being confirmed.' }]);
    await completeCart(shop, id);
    expect(await refusal(use(id, ''))).toEqual([409, { detail: 'This order is completed.' }]);
  });
});

describe('PATCH /api/user/orders/{id}/update-code/ protects', () => {
  test('against guessing: ten codes nobody made, then a wait, for this person alone', async () => {
    const { id } = await fill();
    const code = await makeCode(shop);
    for (let guess = 0; guess < 10; guess++) expect((await use(id, `guess${guess}`)).status).toBe(400);
    const refused = await use(id, code);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(refused.json()).toEqual({ detail: 'Too many attempts. Try again in 1 minute.' });
    expect((await find(id)).code).toBeNull();
    // Taking one off is no guess.
    expect((await use(id, '')).status).toBe(200);
    const bea = await registerSomeone(shop);
    expect((await use((await fill(1, bea)).id, code, bea)).status).toBe(200);
    shop.setNow(new Date(TEST_NOW.getTime() + 61_000));
    expect((await use(id, code)).status).toBe(200);
  });

  describe('against a guesser with free accounts', () => {
    const guess = async (owner: Registered, word: string, network: string) => {
      const { id } = await fill(1, owner);
      const call = { token: owner.access, body: { code: word }, remoteAddress: network };
      return (await shop.call('PATCH', `/api/user/orders/${id}/update-code/`, call)).status;
    };

    test('eleven new accounts of one network have thirteen guesses together', async () => {
      let answered = 0;
      for (let account = 0; account < 11; account++) {
        const owner = await registerSomeone(shop);
        const answers = [];
        for (let tries = 0; tries < 8; tries++)
          answers.push(await guess(owner, `guess${account}x${tries}`, '203.0.113.5'));
        answered += answers.filter((status) => status === 400).length;
      }
      expect(answered).toBe(13);
    });

    test('many networks close the codes neither for a newcomer elsewhere nor for whoever has bought, slip included', async () => {
      const code = await makeCode(shop);
      const mae = await registerSomeone(shop);
      await completeCart(shop, (await fill(1, mae)).id);
      // As hundreds of networks would have done.
      const full = Array.from({ length: 300 }, () => ({ what: 'guess promo codes as newcomers', who: '' }) as const);
      for (const attempt of full) await countAttempts(shop.deps, [attempt]);
      for (let tries = 0; tries < 5; tries++) await guess(await registerSomeone(shop), `no${tries}`, '203.0.113.5');
      const stranger = await registerSomeone(shop);
      expect(await guess(stranger, code, '203.0.113.5')).toBe(429);
      expect([await guess(stranger, 'slip', '203.0.113.6'), await guess(stranger, code, '203.0.113.6')]).toEqual([
        400, 200,
      ]);
      expect([await guess(mae, 'slip', '203.0.113.5'), await guess(mae, code, '203.0.113.5')]).toEqual([400, 200]);
    });
  });

  test('a hundred guesses at once are counted one by one', async () => {
    const { id } = await fill();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => use(id, `guess${at}`)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
  });

  test('codes that exist are never counted as guesses', async () => {
    const { id } = await fill();
    const good = await makeCode(shop);
    const ended = await makeCode(shop);
    await end(ended);
    for (let round = 0; round < 15; round++) {
      expect([(await use(id, good)).status, (await use(id, ended)).status]).toEqual([200, 400]);
    }
  });
});

describe('a code that stops being good while it is in a cart', () => {
  test('stays, gives nothing, and says why', async () => {
    const { id } = await fill();
    const code = await makeCode(shop);
    await use(id, code);
    await end(code);
    const cart = await find(id);
    expect(cart).toMatchObject({ code, code_problem: `${code} has ended.`, amount_to_pay: 41.05 });
    expect(cart.sums).toEqual([flowers, delivery]);
    expect((await use(id, '')).json()).toMatchObject({ code: null, code_problem: null, amount_to_pay: 41.05 });
  });

  test('is good again when the cart holds enough again', async () => {
    const { id, order_items } = await fill(2);
    const code = await makeCode(shop, { leastPence: 5_000 });
    await use(id, code);
    const url = `/api/user/orders/${id}/order-items/${order_items[0]?.id}/`;
    await shop.call('PATCH', url, { token: ada.access, body: { quantity: 1 } });
    expect(await find(id)).toMatchObject({ code_problem: `${code} is for orders from £50.00. Yours is £36.05.` });
    await shop.call('PATCH', url, { token: ada.access, body: { quantity: 2 } });
    expect(await find(id)).toMatchObject({ code_problem: null, amount_to_pay: 72.1 });
  });
});

describe('an order that becomes a cart again', () => {
  const giveUp = (id: number) =>
    shop.deps.db.transaction(async (tx) => {
      await lockCartOf(tx, ada.user.id);
      await returnToCart(tx, await lockOrder(tx, id));
    });

  test('has its code, and the use is free again', async () => {
    const { id } = await fill();
    const code = await makeCode(shop, { maxUses: 1 });
    await use(id, code);
    await awaitPaymentOfCart(shop, id);
    expect(await find(id)).toMatchObject({ being_paid: true, code, amount_to_pay: 36.05 });
    await giveUp(id);
    expect(await find(id)).toMatchObject({ being_paid: false, code, code_problem: null, amount_to_pay: 36.05 });
  });

  test('brings its code along where the other cart has none', async () => {
    const [first, second] = [await makeCode(shop), await makeCode(shop)];
    for (const [own, expected] of [
      [undefined, first],
      [second, second],
    ] as const) {
      const placed = await fill();
      await use(placed.id, first);
      await awaitPaymentOfCart(shop, placed.id);
      const other = await fill();
      if (own) await use(other.id, own);
      await giveUp(placed.id);
      expect(await find(other.id)).toMatchObject({ code: expected, order_items: [{ quantity: 2 }] });
      await completeCart(shop, other.id);
    }
  });
});

test('leaving deletes the cart with its code, and the use stays in the record', async () => {
  const code = await makeCode(shop, { maxUses: 1 });
  const id = await buyWith(code, ada);
  await shop.deps.db.update(orders).set({ deliveryDate: '2026-11-15' }).where(eq(orders.id, id));
  const cart = await fill();
  const open = await makeCode(shop);
  await use(cart.id, open);
  const left = await shop.call('POST', '/api/user/profile/delete/', {
    token: ada.access,
    body: { password: PASSWORD },
  });
  expect(left.status).toBe(200);
  const bea = await registerSomeone(shop);
  const hers = await fill(1, bea);
  expect(await refusal(use(hers.id, code, bea))).toEqual([400, { code: [`${code} has been used up.`] }]);
});
