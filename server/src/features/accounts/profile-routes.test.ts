import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { addAddressFor, awaitPaymentOfCart, completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { linkTo, logInAgain, PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const change = (token: string, body: unknown) => shop.call('PATCH', '/api/user/profile/', { token, body });
const remove = (token: string, body: unknown) => shop.call('POST', '/api/user/profile/delete/', { token, body });

const findOrder = async (token: string, id: number): Promise<Order> =>
  (await shop.call('GET', `/api/user/orders/${id}/`, { token })).json();

/** Someone who has an address, bought something with a note, and has put something else into the cart. */
async function shopFor(someone: Registered) {
  const token = someone.access;
  const address = await addAddressFor(shop, someone);
  const { id } = await fillCart(shop, someone, [{ product: await productId(shop, 'Tearoom'), quantity: 2 }]);
  const url = `/api/user/orders/${id}/`;
  await shop.call('PATCH', `${url}update-shipping-address/`, { token, body: { shipping_address: address.id } });
  await shop.call('PATCH', `${url}update-text/`, { token, body: { text: `Love from ${someone.user.username}` } });
  await completeCart(shop, id);
  const cart = await fillCart(shop, someone, [{ product: await productId(shop, 'Frost Fair') }]);
  return { address, paid: await findOrder(token, id), cart };
}

describe('PATCH /api/user/profile/', () => {
  test('changes what was named and leaves the rest', async () => {
    const { access, user } = await registerSomeone(shop);
    const response = await change(access, { first_name: ' Augusta ' });
    expect([response.status, response.json()]).toEqual([
      200,
      { ...user, new_email: null, has_password: true, first_name: 'Augusta' },
    ]);
    expect((await change(access, {})).json()).toEqual({
      ...user,
      new_email: null,
      has_password: true,
      first_name: 'Augusta',
    });
  });

  test('refuses what may not be changed here, and changes nothing then', async () => {
    const { access, user } = await registerSomeone(shop);
    const response = await change(access, {
      first_name: 'Eve',
      email: 'eve@example.org',
      email_confirmed: true,
      id: 1,
    });
    expect([response.status, response.json()]).toEqual([
      400,
      {
        email: ['This cannot be set here.'],
        email_confirmed: ['This cannot be set here.'],
        id: ['This cannot be set here.'],
      },
    ]);
    expect((await shop.call('GET', '/api/user/profile/', { token: access })).json()).toEqual({
      ...user,
      new_email: null,
      has_password: true,
    });
  });

  test("refuses another's username in any case, and takes one's own in another", { tags: 'G28' }, async () => {
    await registerSomeone(shop, { username: 'Florist' });
    const { access } = await registerSomeone(shop, { username: 'gardener' });
    expect((await change(access, { username: 'fLORIST' })).json()).toEqual({
      username: ['A user with that username already exists.'],
    });
    expect((await change(access, { username: 'Gardener' })).json().username).toBe('Gardener');
  });
});

describe('GET /api/user/profile/download/', () => {
  test('gives everything we hold of the person and nothing of anyone else', { tags: 'G18' }, async () => {
    const someone = await registerSomeone(shop, { email: 'mine@example.org' });
    const { access, user } = someone;
    const other = await registerSomeone(shop, { email: 'other@example.org', first_name: 'Otherwise' });
    const { address, paid, cart } = await shopFor(someone);
    await shopFor(other);
    await shop.doJobs();
    const response = await shop.call('GET', '/api/user/profile/download/', { token: access });
    expect(response.headers['content-disposition']).toBe('attachment; filename="marigold-lane-my-data.json"');
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(response.json()).toEqual({
      account: { ...user, new_email: null, registered_at: moment, email_confirmed_at: null, mailbox_proven_at: null },
      sessions: [
        { device: 'lightMyRequest', remember: false, signed_in_at: moment, last_used_at: moment, expires_at: moment },
      ],
      known_places: [
        { kind: 'device', last_signed_in_at: moment },
        { kind: 'network', last_signed_in_at: moment },
      ],
      orders: [await findOrder(access, cart.id), await findOrder(access, paid.id)],
      addresses: [address],
      claims: [],
      deliveries: [],
      reviews: [],
      wish_list: { bouquets: [], link: null },
      reminders: [],
      letters: [{ kind: 'confirm-email', written_at: moment, sent_at: moment }],
      notes_of_staff: [],
      notes_on_orders: [],
    });
    expect(response.body).not.toContain(other.user.first_name);
  });
});

/** As if yesterday had been the day of everything they bought. */
const deliver = (userId: number) =>
  shop.deps.db.execute(sql`update orders set delivery_date = '2026-11-15' where user_id = ${userId} and status = 'C'`);

describe('POST /api/user/profile/delete/', () => {
  test('keeps of what was bought what the law wants, and nothing of whom, where and why', async () => {
    const someone = await registerSomeone(shop, { last_name: 'Vanishing' });
    const { paid, cart } = await shopFor(someone);
    const other = await shopFor(await registerSomeone(shop));
    const early = await remove(someone.access, { password: PASSWORD });
    expect([early.status, early.json()]).toEqual([
      409,
      { detail: 'Your flowers are still on their way. You can leave after Tuesday 17 November.' },
    ]);
    await deliver(someone.user.id);
    expect((await remove(someone.access, { password: PASSWORD })).status).toBe(200);
    const { rows } = await shop.deps.db.execute(sql`
      select id, user_id, status, text, buyer, address, shipping_address_id, delivery_date::text,
        (select json_object_agg(kind, pence) from order_sums where order_id = orders.id) as sums,
        completed_at is not null as completed, (select json_agg(json_build_array(name, quantity, price_pence)) from order_items
        where order_id = orders.id) as items from orders where id in (${paid.id}, ${cart.id}) order by id`);
    const nobody = { user_id: null, text: '', buyer: null, address: null, shipping_address_id: null };
    const [line] = paid.order_items;
    expect(rows).toEqual([
      {
        id: paid.id,
        ...nobody,
        status: 'C',
        completed: true,
        delivery_date: '2026-11-15',
        sums: { goods: paid.total_cost * 100, delivery: 500 },
        items: [[line?.name, line?.quantity, (line?.price ?? 0) * 100]],
      },
    ]);
    const { rows: carts } = await shop.deps.db.execute(sql`select 1 from carts where id = ${cart.id}`);
    expect(carts).toEqual([]);
    const { rows: left } = await shop.deps.db.execute<{ dump: string }>(sql`
      select string_agg(row::text, ' ') as dump from (
        select to_jsonb(orders) as row from orders union all select to_jsonb(carts) from carts
        union all select to_jsonb(order_events) from order_events union all select to_jsonb(addresses) from addresses
        union all select to_jsonb(users) from users) everything`);
    for (const trace of ['Vanishing', paid.text]) expect(left[0]?.dump.includes(trace), trace).toBe(false);
    expect(left[0]?.dump).toContain(other.paid.text);
  });

  test('waits until a payment is confirmed', async () => {
    const someone = await registerSomeone(shop);
    const { cart, address } = await shopFor(someone);
    await deliver(someone.user.id);
    await awaitPaymentOfCart(shop, cart.id);
    const response = await remove(someone.access, { password: PASSWORD });
    expect([response.status, response.json()]).toEqual([409, { detail: 'Your payment is being confirmed.' }]);
    expect((await findOrder(someone.access, cart.id)).order_items).toHaveLength(1);
    const addresses = await shop.call('GET', '/api/user/profile/address/', { token: someone.access });
    expect(addresses.json()).toEqual([address]);
    await completeCart(shop, cart.id, '2026-11-15');
    expect((await remove(someone.access, { password: PASSWORD })).status).toBe(200);
  });

  test('someone who puts flowers into the cart meanwhile gets neither a cart of nobody nor an error', async () => {
    const product = await productId(shop, 'Tearoom');
    for (let round = 0; round < 3; round++) {
      const { access } = await registerSomeone(shop);
      const body = { order_items: [{ product }] };
      const [left, ...added] = await Promise.all([
        remove(access, { password: PASSWORD }),
        ...Array.from({ length: 30 }, async (_, at) => {
          await new Promise((resolve) => setTimeout(resolve, at * 5));
          return shop.call('POST', '/api/user/orders/', { token: access, body });
        }),
      ]);
      expect(left.status).toBe(200);
      for (const { status } of added) expect([201, 400, 401]).toContain(status);
    }
    const { rows } = await shop.deps.db.execute(sql`
      select 1 from orders join order_items on order_items.order_id = orders.id where user_id is null and status = 'P'`);
    expect(rows).toEqual([]);
  });

  test('removes the person and all that is theirs, ends every session at once and says goodbye', {
    tags: 'G18',
  }, async () => {
    const { access, refresh, user } = await registerSomeone(shop, {
      email: 'leaving@example.org',
      last_name: 'Leaver',
    });
    const elsewhere = await logInAgain(shop, user.email);
    const link = await linkTo(shop, user.email);
    await registerSomeone(shop);
    const response = await remove(access, { password: PASSWORD });
    expect([response.status, response.json()]).toEqual([200, { detail: 'Your account has been deleted.' }]);
    for (const token of [access, elsewhere.access]) {
      expect((await shop.call('GET', '/api/user/profile/', { token })).status).toBe(401);
    }
    expect((await shop.call('POST', '/auth/refresh/', { body: { refresh } })).status).toBe(401);
    const login = await shop.call('POST', '/api/user/login/', { body: { email: user.email, password: PASSWORD } });
    expect(login.json()).toEqual({ detail: 'Incorrect email or password.' });
    const key = new URL(link).searchParams.get('q');
    expect((await shop.call('POST', `/account-confirm-email/${key}/`)).status).toBe(404);
    await shop.doJobs();
    expect(shop.letters().at(-1)).toMatchObject({ kind: 'account-deleted', to: 'leaving@example.org' });
    const { rows } = await shop.deps.db.execute<{ dump: string }>(sql`
      select string_agg(row::text, ' ') as dump from (
        select to_jsonb(users) as row from users union all select to_jsonb(sessions) from sessions
        union all select to_jsonb(letters) from letters union all select to_jsonb(confirmation_keys) from confirmation_keys
      ) everything`);
    expect(rows[0]?.dump).toContain('example.org');
    const places = await shop.deps.db.execute(sql`select 1 from known_places where user_id = ${user.id}`);
    expect(places.rows).toEqual([]);
    for (const trace of ['leaving@', 'Leaver']) expect(rows[0]?.dump.includes(trace)).toBe(false);
  });

  test('the address may register again', async () => {
    const { access, user } = await registerSomeone(shop);
    await remove(access, { password: PASSWORD });
    expect((await registerSomeone(shop, { email: user.email, username: user.username })).user.id).not.toBe(user.id);
  });

  test('asks for the password, and not for ever', async () => {
    const { access, user } = await registerSomeone(shop);
    expect((await remove(access, {})).json()).toEqual({ password: ['This field is required.'] });
    for (let tries = 0; tries < 5; tries++) {
      expect((await remove(access, { password: 'wrong one' })).json()).toEqual({ password: ['Incorrect password.'] });
    }
    expect((await remove(access, { password: PASSWORD })).status).toBe(429);
    expect((await shop.call('GET', '/api/user/profile/', { token: access })).json()).toEqual({
      ...user,
      new_email: null,
      has_password: true,
    });
  });
});
