import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { writeAccessToken } from '#server/features/accounts/sessions/access-token.ts';
import { orderToken } from '#server/features/orders/order-token.ts';
import { stopToken } from '#server/features/reminders/stop-token.ts';
import { handovers } from '#server/features/runs/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';
import { ADDRESS, addAddressFor, fillCart } from '#server/testing/carts.ts';
import { buyFlowers, fillClaim, takePhoto, writeForm } from '#server/testing/claims.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { mailedTo } from '#server/testing/mailed-codes.ts';
import { fillForm, linkTo, PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { addReminderFor, fillReminder } from '#server/testing/reminders.ts';
import { sampler } from '#server/testing/sample.ts';
import { askAboutSwap } from '#server/testing/swaps.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

/** Who may do what. Every call of the API document stands here; one that does not fails the test below. */

type Request = { path?: string; body?: unknown; headers?: Record<string, string> };
type Row =
  /** The same for everyone, whatever token comes with it. `ask` makes a request that is granted. */
  | { open: true; status?: number; ask?: (owner: Registered) => Promise<Request> | Request }
  /** For the owner alone. `others` is what another person meets with the very same request. */
  | {
      open: false;
      status?: number;
      others: 'their own' | 'not found';
      /** A token that has run out is enough. */
      takesExpired?: true;
      ask?: (owner: Registered) => Promise<Request> | Request;
    };

const PUBLIC: Row = { open: true };

const MATRIX: Record<string, Row> = {
  'GET /health': PUBLIC,
  'GET /ready': PUBLIC,
  'GET /api/delivery/': PUBLIC,
  'GET /api/delivery/days/': PUBLIC,
  'GET /api/products/': PUBLIC,
  'GET /api/products/facets/': PUBLIC,
  'GET /api/products/{id}/': { open: true, ask: async () => ({ path: `/api/products/${await someProduct()}/` }) },
  'GET /api/products/{id}/related/': {
    open: true,
    ask: async () => ({ path: `/api/products/${await someProduct()}/related/` }),
  },
  'GET /api/products/{id}/reviews/': {
    open: true,
    ask: async (owner) => ({ path: `/api/products/${await someReview(owner)}/reviews/` }),
  },
  'GET /api/swaps/{key}/': { open: true, ask: aboutSwap('') },
  'GET /api/swaps/{key}/photo/': { open: true, ask: aboutSwap('photo/') },
  'POST /api/swaps/{key}/answer/': { open: true, ask: aboutSwap('answer/', { answer: 'fine' }) },

  'POST /api/user/register/': { open: true, status: 201, ask: () => ({ body: fillForm() }) },
  'POST /api/user/login/': { open: true, ask: ({ user }) => ({ body: { email: user.email, password: PASSWORD } }) },
  'POST /api/user/continue-with-email/': {
    open: true,
    status: 201,
    ask: () => ({ body: { email: fillForm().email } }),
  },
  'POST /api/user/login-code/': { open: true, ask: ({ user }) => ({ body: { email: user.email } }) },
  // Whoever reads the mailbox may come in: that is what the letter is for.
  'POST /api/user/login-code/use/': {
    open: true,
    ask: async ({ user }) => {
      const asked = await shop.call('POST', '/api/user/login-code/', { body: { email: user.email } });
      const { code } = await mailedTo(shop, user.email);
      return { body: { ticket: asked.json().ticket, code } };
    },
  },
  'POST /api/user/login-link/': {
    open: true,
    ask: async ({ user }) => {
      await shop.call('POST', '/api/user/login-code/', { body: { email: user.email } });
      return { body: { key: (await mailedTo(shop, user.email)).key } };
    },
  },
  'POST /auth/refresh/': { open: true, ask: ({ refresh }) => ({ body: { refresh } }) },
  // It ends the session of the token, and nothing else.
  'POST /api/v1/auth/logout/': { open: false, others: 'their own', takesExpired: true },
  'POST /account-confirm-email/{key}/': {
    open: true,
    ask: async ({ user }) => {
      const key = new URL(await linkTo(shop, user.email)).searchParams.get('q');
      return { path: `/account-confirm-email/${key}/`, body: { key } };
    },
  },
  'POST /api/v1/auth/password/reset/': { open: true, ask: ({ user }) => ({ body: { email: user.email } }) },
  'POST /password/reset/confirm/{uid}/{token}': {
    open: true,
    ask: async ({ user }) => {
      await shop.call('POST', '/api/v1/auth/password/reset/', { body: { email: user.email } });
      const path = new URL(await linkTo(shop, user.email)).pathname;
      return { path, body: { new_password1: 'another good one', new_password2: 'another good one' } };
    },
  },

  'GET /api/user/profile/': { open: false, others: 'their own' },
  'PATCH /api/user/profile/': { open: false, others: 'their own', ask: () => ({ body: { first_name: 'Changed' } }) },
  'POST /api/user/profile/resend-confirmation/': { open: false, others: 'their own' },
  'POST /api/user/profile/code/': { open: false, others: 'their own' },
  'GET /api/user/profile/download/': { open: false, others: 'their own' },
  'POST /api/user/profile/delete/': { open: false, others: 'their own', ask: () => ({ body: { password: PASSWORD } }) },
  'POST /api/user/profile/password/': {
    open: false,
    others: 'their own',
    ask: () => ({
      body: { password: PASSWORD, new_password1: 'another good one', new_password2: 'another good one' },
    }),
  },
  'POST /api/user/profile/email/': {
    open: false,
    others: 'their own',
    ask: () => ({ body: { password: PASSWORD, email: fillForm().email } }),
  },
  'DELETE /api/user/profile/email/': { open: false, others: 'their own' },
  'GET /api/user/profile/sessions/': { open: false, others: 'their own' },
  'DELETE /api/user/profile/sessions/': { open: false, status: 204, others: 'their own' },
  'DELETE /api/user/profile/sessions/{sessionId}/': {
    open: false,
    status: 204,
    others: 'not found',
    ask: ({ access }) => ({ path: `/api/user/profile/sessions/${sessionOf(access)}/` }),
  },

  'GET /api/user/profile/address/': { open: false, others: 'their own' },
  'POST /api/user/profile/address/': { open: false, status: 201, others: 'their own', ask: () => ({ body: ADDRESS }) },
  'PATCH /api/user/profile/address/{id}/': {
    open: false,
    others: 'not found',
    ask: async (owner) => ({
      path: `/api/user/profile/address/${(await addAddressFor(shop, owner)).id}/`,
      body: { city: 'Leeds' },
    }),
  },
  'DELETE /api/user/profile/address/{id}/': {
    open: false,
    status: 204,
    others: 'not found',
    ask: async (owner) => ({ path: `/api/user/profile/address/${(await addAddressFor(shop, owner)).id}/` }),
  },
  'DELETE /api/user/profile/address/{id}/wishes/': {
    open: false,
    others: 'not found',
    ask: async (owner) => ({ path: `/api/user/profile/address/${(await addAddressFor(shop, owner)).id}/wishes/` }),
  },

  'GET /api/user/profile/reminders/': { open: false, others: 'their own' },
  'POST /api/user/profile/reminders/': {
    open: false,
    status: 201,
    others: 'their own',
    ask: () => ({ body: fillReminder() }),
  },
  'PUT /api/user/profile/reminders/{id}/': {
    open: false,
    others: 'not found',
    ask: async (owner) => ({
      path: `/api/user/profile/reminders/${(await addReminderFor(shop, owner)).id}/`,
      body: fillReminder({ who: 'Ben' }),
    }),
  },
  'DELETE /api/user/profile/reminders/{id}/': {
    open: false,
    status: 204,
    others: 'not found',
    ask: async (owner) => ({ path: `/api/user/profile/reminders/${(await addReminderFor(shop, owner)).id}/` }),
  },
  // Whoever has the letter may: mail programs press it for their readers.
  'POST /reminders/stop/{token}': {
    open: true,
    ask: async (owner) => {
      const { id } = await addReminderFor(shop, owner);
      return { path: `/reminders/stop/${stopToken(shop.deps.secrets, { id, userId: owner.user.id })}` };
    },
  },

  'GET /api/user/orders/': {
    open: false,
    others: 'their own',
    ask: async (owner) => {
      await someCart(owner);
      return {};
    },
  },
  'POST /api/user/orders/': {
    open: false,
    status: 201,
    others: 'their own',
    ask: async (owner) => {
      await someCart(owner);
      return { body: { order_items: [{ product: await someProduct() }] } };
    },
  },
  'GET /api/user/orders/{orderId}/': { open: false, others: 'not found', ask: inCart('') },
  'GET /api/user/orders/{orderId}/receipt/': {
    open: false,
    others: 'not found',
    ask: async ({ user }) => {
      const [id] = await fillDay(shop.connectionString, { day: '2026-11-17', count: 1, buyer: user.id });
      return { path: `/api/user/orders/${id}/receipt/` };
    },
  },
  'GET /api/user/orders/{orderId}/changes/': { open: false, others: 'not found', ask: ofPaid('changes/') },
  'PATCH /api/user/orders/{orderId}/change/': {
    open: false,
    others: 'not found',
    ask: ofPaid('change/', { seen: 1_000_000, nobody_in: 'porch' }),
  },
  'POST /api/user/orders/{orderId}/cancel/': { open: false, others: 'not found', ask: ofRefunded('cancel/') },
  'GET /api/user/orders/{orderId}/delivery/calendar/': {
    open: false,
    others: 'not found',
    ask: ofPaid('delivery/calendar/'),
  },
  'POST /api/user/orders/{orderId}/order-items/': {
    open: false,
    status: 201,
    others: 'not found',
    ask: inCart('order-items/', async () => ({ product: await someProduct() })),
  },
  'PATCH /api/user/orders/{orderId}/order-items/{itemId}/': {
    open: false,
    others: 'not found',
    ask: inCart('order-items/{itemId}/', () => ({ quantity: 5 })),
  },
  'DELETE /api/user/orders/{orderId}/order-items/{itemId}/': {
    open: false,
    status: 204,
    others: 'not found',
    ask: inCart('order-items/{itemId}/'),
  },
  'PATCH /api/user/orders/{orderId}/update-text/': {
    open: false,
    others: 'not found',
    ask: inCart('update-text/', () => ({ text: 'Hello' })),
  },
  'PATCH /api/user/orders/{orderId}/update-wishes/': {
    open: false,
    others: 'not found',
    ask: inCart('update-wishes/', () => ({ swap_choice: 'ask', driver_note: 'The bell is broken' })),
  },
  'PATCH /api/user/orders/{orderId}/update-shipping-address/': {
    open: false,
    others: 'not found',
    ask: inCart('update-shipping-address/', async (owner) => ({
      shipping_address: (await addAddressFor(shop, owner)).id,
    })),
  },
  'PATCH /api/user/orders/{orderId}/update-delivery-date/': {
    open: false,
    others: 'not found',
    ask: inCart('update-delivery-date/', () => ({ delivery_date: '2026-11-18' })),
  },
  'PATCH /api/user/orders/{orderId}/update-code/': {
    open: false,
    others: 'not found',
    ask: inCart('update-code/', () => ({ code: '' })),
  },

  'GET /api/user/orders/{orderId}/claim/': { open: false, others: 'not found', ask: aboutClaim('') },
  'GET /api/user/orders/{orderId}/claim/promise/': { open: false, others: 'not found', ask: aboutClaim('promise/') },
  'GET /api/user/orders/{orderId}/claim/photo/': { open: false, others: 'not found', ask: aboutClaim('photo/') },
  'POST /api/user/orders/{orderId}/claim/': {
    open: false,
    status: 201,
    others: 'not found',
    ask: async (owner) => newClaim((await buyFlowers(shop, { owner })).order.id),
  },

  'GET /api/user/orders/{orderId}/delivery/': { open: false, others: 'not found', ask: aboutDelivery('') },
  'GET /api/user/orders/{orderId}/delivery/photo/': { open: false, others: 'not found', ask: aboutDelivery('photo/') },
  // Whoever has the link may: the buyer passes one on to the recipient, and the other is in the buyer's letter.
  'GET /api/track/{token}/': {
    open: true,
    ask: async (owner) => ({
      path: `/api/track/${orderToken(shop.deps.secrets, 'track', await somethingDelivered(owner))}/`,
    }),
  },
  'GET /api/delivery-photos/{token}/': {
    open: true,
    ask: async (owner) => ({
      path: `/api/delivery-photos/${orderToken(shop.deps.secrets, 'photo', await somethingDelivered(owner))}/`,
    }),
  },

  'GET /api/user/reviews/{productId}/': {
    open: false,
    others: 'their own',
    ask: async (owner) => ({ path: `/api/user/reviews/${await someReview(owner)}/` }),
  },
  // Nothing was delivered to anyone here: the owner is told so, and so is everyone else.
  'PUT /api/user/reviews/{productId}/': {
    open: false,
    status: 403,
    others: 'their own',
    ask: async (owner) => ({
      path: `/api/user/reviews/${await someReview(owner)}/`,
      body: { rating: 1, text: 'Changed' },
    }),
  },
  'DELETE /api/user/reviews/{productId}/': {
    open: false,
    status: 204,
    others: 'not found',
    ask: async (owner) => ({ path: `/api/user/reviews/${await someReview(owner)}/` }),
  },

  'GET /api/user/wish-list/': { open: false, others: 'their own', ask: aboutWishList('') },
  'PUT /api/user/wish-list/{productId}/': { open: false, others: 'their own', ask: aboutWishList('{productId}/') },
  'DELETE /api/user/wish-list/{productId}/': { open: false, others: 'their own', ask: aboutWishList('{productId}/') },
  'POST /api/user/wish-list/merge/': {
    open: false,
    others: 'their own',
    ask: async () => ({ body: { products: [await someProduct()] } }),
  },
  'PUT /api/user/wish-list/link/': {
    open: false,
    others: 'their own',
    ask: aboutWishList('link/', { shows_name: true }),
  },
  'DELETE /api/user/wish-list/link/': { open: false, others: 'their own', ask: aboutWishList('link/') },
  'GET /api/wish-list/bouquets/': {
    open: true,
    ask: async () => ({ path: `/api/wish-list/bouquets/?ids=${await someProduct()}` }),
  },
  // Whoever has the link may: its owner passes it on.
  'GET /api/wish-list/shared/{token}/': {
    open: true,
    ask: async (owner) => ({ path: `/api/wish-list/shared/${await sharedBy(owner)}/` }),
  },

  'GET /api/payments/paypal/setup/': PUBLIC,
  // Nobody's token makes an event one of the provider's.
  'POST /api/payments/paypal/webhook/': {
    open: true,
    status: 400,
    ask: () => ({ body: { id: 'WH-1', event_type: 'x' } }),
  },
  // No address is chosen yet: the owner is told so, and nobody pays in this test.
  'POST /api/user/payments/paypal/create-order/': {
    open: false,
    status: 400,
    others: 'not found',
    ask: async (owner) => ({ body: { amount: '0.01', order_id: (await someCart(owner)).id } }),
  },
  'POST /api/user/payments/paypal/capture-order/': {
    open: false,
    others: 'not found',
    ask: async (owner) => {
      const { id } = await someCart(owner);
      const name = `PROVIDER${id}`;
      await shop.deps.db.execute(sql`
        insert into payments (order_id, order_version, state, amount_pence, invoice, provider_order_id, look_again_at, created_at, changed_at)
        values (${id}, 1, 'declined', 100, 'X', ${name}, now(), now(), now())`);
      return { body: { order_id: id, paypal_order_id: name } };
    },
  },
  'GET /api/user/payments/paypal/status/': {
    open: false,
    others: 'not found',
    ask: async (owner) => ({ path: `/api/user/payments/paypal/status/?order_id=${(await someCart(owner)).id}` }),
  },
};

let shop: Awaited<ReturnType<typeof openTestShop>>;
let operations: Map<string, { security?: object[] }>;
/** Someone who has logged out, and someone who has nothing to do with any of it. */
let gone: Registered;
let bystander: Registered;

beforeAll(async () => {
  shop = await openTestShop();
  gone = await registerSomeone(shop);
  await shop.call('POST', '/api/v1/auth/logout/', { token: gone.access });
  bystander = await registerSomeone(shop, { username: 'bystander', last_name: 'Bystander' });
  const { paths } = (await shop.get('/api/docs/json')).json() as {
    paths: Record<string, Record<string, { security?: object[] }>>;
  };
  operations = new Map(
    // The desk has a matrix of its own: desk-authorisation.test.ts.
    Object.entries(paths)
      .filter(([path]) => !path.startsWith('/api/desk/'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
  );
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(() => shop.deps.db.execute(sql`truncate throttles, letters`));

async function someProduct(): Promise<number> {
  return (await shop.get('/api/products/?limit=1')).json()[0].id;
}

const someCart = async (owner: Registered) => fillCart(shop, owner, [{ product: await someProduct() }]);

/** A review of the owner's; gives the bouquet. */
async function someReview({ user }: Registered): Promise<number> {
  const product = await someProduct();
  await shop.deps.db.execute(sql`
    insert into reviews (product_id, user_id, rating, text, written_at) values (${product}, ${user.id}, 5, 'Mine', now())`);
  return product;
}

/** A list of the owner's that is shared; gives the token of its link. */
async function sharedBy({ access }: Registered): Promise<string> {
  const path = '/api/user/wish-list/';
  await shop.call('PUT', `${path}${await someProduct()}/`, { token: access });
  const shared = await shop.call('PUT', `${path}link/`, { token: access, body: { shows_name: true } });
  return shared.json().link.url.split('/').at(-1);
}

/** A request about a list of the owner's that is shared. */
function aboutWishList(rest: string, body?: object) {
  return async (owner: Registered): Promise<Request> => {
    await sharedBy(owner);
    const path = `/api/user/wish-list/${rest.replace('{productId}', String(await someProduct()))}`;
    return { path, ...(body && { body }) };
  };
}

/** A report of damaged flowers that would be taken. */
async function newClaim(orderId: number): Promise<Request> {
  const form = fillClaim([
    ['text', 'Snapped'],
    ['photo', await takePhoto()],
  ]);
  return { path: `/api/user/orders/${orderId}/claim/`, ...(await writeForm(form)) };
}

/** A request about a claim that the owner made. */
function aboutClaim(rest: string) {
  return async (owner: Registered): Promise<Request> => {
    const { path = '', ...form } = await newClaim((await buyFlowers(shop, { owner })).order.id);
    await shop.call('POST', path, { token: owner.access, ...form });
    return { path: `${path}${rest}` };
  };
}

/** A request about a missing flower that the owner was asked about. */
function aboutSwap(rest: string, body?: object) {
  return async (owner: Registered): Promise<Request> => {
    const { key } = await askAboutSwap(shop, owner);
    return { path: `/api/swaps/${key}/${rest}`, ...(body && { body }) };
  };
}

/** An order of the owner's that was delivered with a photo. */
async function somethingDelivered(owner: Registered): Promise<number> {
  const { order } = await buyFlowers(shop, { owner });
  const at = shop.deps.clock.now();
  await shop.deps.db
    .insert(handovers)
    .values({ orderId: order.id, outcome: 'handed over', pressedAt: at, photo: await takePhoto(), photoTakenAt: at });
  return order.id;
}

/** About an order of the owner's that was paid for and is still to be tied. */
function ofPaid(rest: string, body?: object) {
  return async ({ user }: Registered) => {
    const [id] = await fillDay(shop.connectionString, { day: '2026-11-17', count: 1, buyer: user.id });
    return { path: `/api/user/orders/${id}/${rest}`, ...(body && { body }) };
  };
}

/** The same, with all of its money back already: there is no PayPal here that could be asked to refund it. */
function ofRefunded(rest: string) {
  return async (owner: Registered): Promise<Request> => {
    const request = await ofPaid(rest)(owner);
    const id = Number(request.path.split('/')[4]);
    await shop.deps.db.execute(sql`
      insert into refunds (payment_id, amount_pence, reason, who, state, provider_refund_id, look_again_at, created_at, changed_at)
      select id, amount_pence, 'Goodwill', 'Flora Reed', 'done', 'BACK-' || order_id, now(), now(), now()
      from payments where order_id = ${id}`);
    return request;
  };
}

function aboutDelivery(rest: string) {
  return async (owner: Registered): Promise<Request> => ({
    path: `/api/user/orders/${await somethingDelivered(owner)}/delivery/${rest}`,
  });
}

/** The session that a token is of. */
const sessionOf = (access: string): string =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sid;

/** A request about the owner's cart, or about the one line in it. */
function inCart(path: string, makeBody?: (owner: Registered) => object | Promise<object>) {
  return async (owner: Registered): Promise<Request> => {
    const cart = await someCart(owner);
    const body = await makeBody?.(owner);
    const rest = path.replace('{itemId}', String(cart.order_items[0]?.id));
    return { path: `/api/user/orders/${cart.id}/${rest}`, ...(body && { body }) };
  };
}

async function prepareRequest(name: string, row: Row, owner: Registered) {
  const [method, path] = name.split(' ') as [Parameters<typeof shop.call>[0], string];
  const request = (await row.ask?.(owner)) ?? {};
  return (token: string | undefined) =>
    shop.call(method, request.path ?? path, {
      ...(token && { token }),
      ...(request.body !== undefined && { body: request.body }),
      ...(request.headers && { headers: request.headers }),
    });
}

/** Everything personal that the shop holds, to see that a refusal changed nothing. */
async function readAll(): Promise<unknown> {
  const { rows } = await shop.deps.db.execute(sql`
    select (select jsonb_agg(users order by id) from users) as users, (select jsonb_agg(sessions order by id) from sessions) as
      sessions, (select count(*) from letters) as letters,
      (select jsonb_agg(addresses order by id) from addresses) as addresses, (select jsonb_agg(orders order by id) from orders) as
      orders, (select jsonb_agg(order_items order by id) from order_items) as items,
      (select jsonb_agg(carts order by id) from carts) as carts,
      (select jsonb_agg(cart_items order by id) from cart_items) as cart_items,
      (select jsonb_agg(wish_list_items order by user_id, product_id) from wish_list_items) as wish_lists,
      (select jsonb_agg(wish_list_links order by user_id) from wish_list_links) as wish_list_links,
      (select jsonb_agg(reviews order by id) from reviews) as reviews, (select count(*) from order_events) as events,
      (select jsonb_agg(refunds order by id) from refunds) as refunds, (select jsonb_agg(reminders order by id) from reminders) as
      reminders,
      (select jsonb_agg(to_jsonb(claims) - 'photo' order by id) from claims) as claims,
      (select jsonb_agg(confirmation_keys order by user_id) from confirmation_keys) as keys`);
  return rows[0];
}

/** Tokens that open nothing, though each was made with care. */
async function badTokens({ access, user }: Registered) {
  const shopper = { userId: user.id, sessionId: sessionOf(access) };
  const past = { now: () => new Date(TEST_NOW.getTime() - 600_000) };
  return {
    anonymous: undefined,
    expired: await writeAccessToken({ ...shop.deps, clock: past }, shopper),
    forged: await writeAccessToken(
      { ...shop.deps, secrets: deriveSecrets('a secret of the forger, long enough') },
      shopper,
    ),
    ended: gone.access,
  };
}

test('every call of the API document has its row, and every row its call', { tags: '§6.7' }, () => {
  expect([...operations.keys()].toSorted()).toEqual(Object.keys(MATRIX).toSorted());
});

test('what the document calls private is private here, and nothing else', () => {
  for (const [name, { security }] of operations) {
    expect([name, Boolean(security?.length)]).toEqual([name, !MATRIX[name]?.open]);
  }
});

test('every private call asks who is there before it looks at anything else', async () => {
  for (const [name] of Object.entries(MATRIX).filter(([, row]) => !row.open)) {
    const [method = '', path = ''] = name.split(' ');
    const response = await shop.call(method as 'GET', path.replaceAll(/\{\w+\}/g, '1'));
    expect([name, response.status, response.json()]).toEqual([name, 401, { detail: 'Please log in.' }]);
  }
});

const TRIED = sampler.pick(12, Object.entries(MATRIX));

describe.each(TRIED.filter(([, row]) => !row.open))('%s', (name, row) => {
  test('refuses everyone who is not signed in, and changes nothing', { tags: ['§6.5', '§6.6'] }, async () => {
    const owner = await registerSomeone(shop);
    const send = await prepareRequest(name, row, owner);
    const tokens = await badTokens(owner);
    const before = await readAll();
    for (const [who, token] of Object.entries(tokens)) {
      if (who === 'expired' && !row.open && row.takesExpired) continue;
      const response = await send(token);
      expect([who, response.status, response.json()]).toEqual([who, 401, { detail: 'Please log in.' }]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(await readAll()).toEqual(before);
  });

  test('serves its owner, for nobody to keep', { tags: '§6.3' }, async () => {
    const owner = await registerSomeone(shop);
    const response = await (await prepareRequest(name, row, owner))(owner.access);
    expect([response.status, response.headers['cache-control'], response.headers.vary]).toEqual([
      row.status ?? 200,
      'no-store',
      'Authorization',
    ]);
  });

  test('shows and changes nothing of the owner to another person', { tags: ['§6.6', 'G12'] }, async () => {
    const owner = await registerSomeone(shop, { last_name: 'Ownerson' });
    const other = await registerSomeone(shop, { last_name: 'Otherson' });
    const send = await prepareRequest(name, row, owner);
    const before = await readAll();
    const response = await send(other.access);
    const hidden = !row.open && row.others === 'not found';
    expect(response.status).toBe(hidden ? 404 : (row.status ?? 200));
    if (hidden) expect([response.json(), await readAll()]).toEqual([{ detail: 'Not found.' }, before]);
    for (const trace of [owner.user.email, owner.user.username, 'Ownerson']) expect(response.body).not.toContain(trace);
    const profile = await shop.call('GET', '/api/user/profile/', { token: owner.access });
    expect(profile.json()).toEqual({ ...owner.user, new_email: null, has_password: true });
  });
});

describe.each(TRIED.filter(([, row]) => row.open))('%s', (name, row) => {
  test.each(['anonymous', 'owner', 'other', 'expired', 'forged', 'ended'] as const)(
    'answers alike: %s',
    { tags: ['§1.3', '§6.1'] },
    async (who) => {
      const owner = await registerSomeone(shop);
      const tokens = { ...(await badTokens(owner)), owner: owner.access, other: bystander.access };
      const response = await (await prepareRequest(name, row, owner))(tokens[who]);
      expect([who, response.status]).toEqual([who, row.status ?? 200]);
      for (const trace of [bystander.user.email, bystander.user.username, 'Bystander'])
        expect(response.body).not.toContain(trace);
    },
  );
});
