import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeskCustomer, DeskCustomers } from '#contract/desk-customers.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { employ } from '#server/testing/staff.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let owner: Awaited<ReturnType<typeof employ>>;
let bought: Awaited<ReturnType<typeof checkout.buy>>;
let customer: number;

beforeAll(async () => {
  checkout = await openTestCheckout();
  owner = await employ(checkout.shop);
  bought = await checkout.buy();
  await checkout.shop.tryJobs();
  customer = await idOf(bought.email);
});
afterAll(() => checkout.close());
beforeEach(async () => {
  await checkout.shop.deps.db.execute(sql`update staff_sessions set confirmed_at = ${TEST_NOW}`);
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

const query = async <T extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  (await checkout.shop.deps.db.execute<T>(statement)).rows as T[];
const idOf = async (email: string) =>
  (await query<{ id: number }>(sql`select id from users where email = ${email}`))[0]?.id ?? 0;
const find = async (words: string) => {
  const response = await checkout.shop.get(`/api/desk/customers/?find=${encodeURIComponent(words)}`, owner.headers);
  expect(response.status, response.body).toBe(200);
  return (response.json() as DeskCustomers).customers.map(({ id }) => id);
};
const show = async (id = customer) =>
  (await checkout.shop.get(`/api/desk/customers/${id}/`, owner.headers)).json() as DeskCustomer;
const loggedFor = async (id: number) =>
  (await query<{ action: string }>(sql`select action from desk_log where subject_id = ${id} order by id`)).map(
    ({ action }) => action,
  );

describe('GET /api/desk/customers/', () => {
  test('finds somebody by any part of name, e-mail, telephone and postcode', async () => {
    await checkout.shop.deps.db.execute(
      sql`update users set first_name = 'Zoë', last_name = 'Ångström' where id = ${customer}`,
    );
    await checkout.shop.deps.db.execute(
      sql`update addresses set phone = '+44 (0)7946 000123', postal_code = 'E8 3PN' where user_id = ${customer}`,
    );
    const parts = ['ngst', 'Zoë Ångs', 'zoë', bought.email.slice(1, 9), bought.email.toUpperCase()];
    for (const words of [...parts, '7946 000', '07946000123', 'E8', 'e8 3', 'E83PN', '3pn', 'Nell Whit'])
      expect([words, await find(words)]).toEqual([words, [customer]]);
    // However the number was written by the customer, and however it is typed here.
    for (const phone of ['+44 7946 000123', '07946 000123', '0044 7946 000123']) {
      await checkout.shop.deps.db.execute(sql`update addresses set phone = ${phone} where user_id = ${customer}`);
      for (const words of ['07946 000123', '+44 7946 000123', '+44 (0)7946 000123', '0044 7946000', '07946 00'])
        expect([phone, words, await find(words)]).toEqual([phone, words, [customer]]);
    }
    for (const words of ['E9', 'nobody at all', '%', '_', '\\', "' or 1=1", '\u{0}x'.slice(1)])
      expect([words, await find(words)]).toEqual([words, []]);
  });

  test('without words: who bought last, each once, in pages', async () => {
    const second = await checkout.buy();
    const all = (await checkout.shop.get('/api/desk/customers/', owner.headers)).json() as DeskCustomers;
    expect(all.customers.map(({ id }) => id)).toEqual([await idOf(second.email), customer]);
    expect(all.customers[1]).toEqual({
      id: customer,
      name: 'Zoë Ångström',
      email: bought.email,
      orders: 1,
      spent: bought.pence / 100,
      stopped: false,
      district: 'YO31',
      last_bought: TEST_NOW.toISOString(),
      claims_waiting: 0,
    });
    const first = (await checkout.shop.get('/api/desk/customers/?limit=1', owner.headers)).json() as DeskCustomers;
    expect(first.customers).toHaveLength(1);
    const next = await checkout.shop.get(`/api/desk/customers/?limit=1&before=${first.next}`, owner.headers);
    expect((next.json() as DeskCustomers).customers.map(({ id }) => id)).toEqual([customer]);
    expect(next.json().next).toBe(null);
  });

  test('refuses bad input', async () => {
    for (const [words, field] of [
      [`find=${'x'.repeat(101)}`, 'find'],
      ['find=%00', 'find'],
      ['before=-1', 'before'],
      ['limit=101', 'limit'],
    ]) {
      const { status, json } = await checkout.shop.get(`/api/desk/customers/?${words}`, owner.headers);
      expect([words?.slice(0, 9), status, Object.keys(json())]).toEqual([words?.slice(0, 9), 400, [field]]);
    }
  });
});

describe('GET /api/desk/customers/{id}/', () => {
  test('shows orders, sums and what was refunded', async () => {
    const shown = await show();
    expect(shown).toMatchObject({
      orders: 1,
      spent: bought.pence / 100,
      claims: [],
      notes: [],
      next: null,
      usually: null,
    });
    expect(shown.orders_list).toMatchObject([
      {
        id: bought.order.id,
        recipient: 'Nell Whitcombe',
        district: 'YO31',
        amount: bought.pence / 100,
        stage: 'to tie',
      },
    ]);
  });

  test('there is nobody with a number that nobody has', async () => {
    expect((await checkout.shop.get('/api/desk/customers/999999/', owner.headers)).status).toBe(404);
    expect((await checkout.shop.get('/api/desk/customers/nobody/', owner.headers)).status).toBe(404);
  });
});

describe('notes', () => {
  test('are part of the copy that the customer can download', async () => {
    const path = `/api/desk/customers/${customer}/notes/`;
    const { status } = await checkout.shop.post(path, { text: 'Prefers to be rung after four.' }, owner.headers);
    expect(status).toBe(201);
    expect((await show()).notes).toMatchObject([{ text: 'Prefers to be rung after four.', who: 'Hana Okafor' }]);
    const own = await checkout.shop.call('GET', '/api/user/profile/download/', { token: bought.token });
    expect(own.json().notes_of_staff).toMatchObject([{ text: 'Prefers to be rung after four.' }]);
    expect(await loggedFor(customer)).toContain('write note on customer');
    for (const text of ['', '   ', 'x'.repeat(1001)])
      expect((await checkout.shop.post(path, { text }, owner.headers)).json()).toHaveProperty('text');
  });
});

describe('stopping', () => {
  const stop = (body: unknown, id = customer) =>
    checkout.shop.call('PUT', `/api/desk/customers/${id}/stop/`, { body, headers: owner.headers });

  test('says so to her in words when she wants to pay, and can be undone', async () => {
    const { token, order, person } = await checkout.fillCart();
    const id = await idOf(person.user.email);
    const opened = (await checkout.pay.create(token, order)).json() as { id: string };
    expect((await stop({ reason: 'Three cards were charged back' }, id)).json()).toMatchObject({ stopped: true });
    const refused = await checkout.pay.create(token, order);
    expect([refused.status, refused.json().detail]).toEqual([
      409,
      'We have stopped orders from this account. Three cards were charged back. Please write to us if that is a mistake.',
    ]);
    // What she had opened before is not captured either.
    await checkout.provider.approve(opened.id);
    await checkout.pay.capture(token, order.id, opened.id);
    expect(await checkout.takenFor(order.id)).toEqual([]);
    const undo = { headers: owner.headers };
    expect((await checkout.shop.call('DELETE', `/api/desk/customers/${id}/stop/`, undo)).json().stopped).toBe(false);
    expect((await checkout.shop.call('DELETE', `/api/desk/customers/${id}/stop/`, undo)).status).toBe(200);
    expect((await checkout.pay.create(token, order)).status).toBe(200);
    expect(await loggedFor(id)).toEqual(['stop customer', 'allow customer']);
  });

  test('needs a reason', async () => {
    for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(301) }])
      expect([(await stop(body)).status, (await show()).stopped]).toEqual([400, false]);
    expect((await stop({ reason: 'Why' }, 999_999)).status).toBe(404);
  });
});

describe('their data', () => {
  test('a copy is what they could download themselves, and wants a passkey', async () => {
    const asked = await checkout.shop.post(`/api/desk/customers/${customer}/copies/`, {}, owner.headers);
    const copy = await checkout.shop.get(asked.json().address, owner.headers);
    expect(copy.headers['content-disposition']).toContain('attachment');
    const own = await checkout.shop.call('GET', '/api/user/profile/download/', { token: bought.token });
    expect(copy.json()).toEqual(own.json());
    expect(await loggedFor(customer)).toContain('copy data of customer');
    await checkout.shop.deps.db.execute(sql`update staff_sessions set confirmed_at = null`);
    for (const response of [
      await checkout.shop.get(asked.json().address, owner.headers),
      await checkout.shop.post(`/api/desk/customers/${customer}/copies/`, {}, owner.headers),
      await checkout.shop.post(`/api/desk/customers/${customer}/delete/`, {}, owner.headers),
    ])
      expect([response.status, response.json().confirm]).toEqual([403, true]);
  });

  test('nobody is deleted while flowers are on their way; afterwards with the same letter', async () => {
    const path = `/api/desk/customers/${customer}/delete/`;
    const early = await checkout.shop.post(path, {}, owner.headers);
    expect([early.status, early.json().detail]).toEqual([
      409,
      'Not yet; nothing was deleted. They would read: “Your flowers are still on their way. You can leave after Tuesday 17 November.”',
    ]);
    await checkout.shop.deps.db.execute(sql`update orders set delivery_date = '2026-11-10', stage = 'delivered'
      where user_id = ${customer}`);
    // Two owners at once: one deletes, the other is told that there is nobody, not to sign in again.
    const both = await Promise.all([1, 2].map(() => checkout.shop.post(path, {}, owner.headers)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect((await checkout.shop.get(`/api/desk/customers/${customer}/`, owner.headers)).status).toBe(404);
    expect(await query(sql`select 1 from customer_notes where user_id = ${customer}`)).toEqual([]);
    expect(await query(sql`select user_id, buyer, address from orders where id = ${bought.order.id}`)).toEqual([
      { user_id: null, buyer: null, address: null },
    ]);
    await checkout.shop.tryJobs();
    expect(
      checkout.shop.letters().filter(({ to, subject }) => to.includes(bought.email) && /deleted/i.test(subject)),
    ).toHaveLength(1);
    expect((await loggedFor(customer)).at(-1)).toBe('delete customer');
    expect((await checkout.shop.post(path, {}, owner.headers)).status).toBe(404);
  });
});
