import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { ADDRESS, fillCart, productId } from '#server/testing/carts.ts';
import { buyFlowers, fillClaim, takePhoto, writeForm } from '#server/testing/claims.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { fillForm, PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { someoneWith } from '#server/testing/reviewers.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;
type Answer = Awaited<ReturnType<Shop['call']>>;

const AWAY = { detail: 'We cannot look that up just now. Please try again in a moment.' };
/** More than there are connections in the pool. */
const MANY = 12;

let shop: Shop;
let admin: pg.Client;
let ada: Registered;

beforeEach(async () => {
  shop = await openTestShop();
  ada = await registerSomeone(shop);
  admin = new pg.Client({ connectionString: inject('postgres') });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await shop.close();
});

const nameOf = ({ connectionString }: Shop) => new URL(connectionString).pathname.slice(1);
const cutConnections = (of: Shop) =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user', [
    nameOf(of),
  ]);
/** As after a failover: every connection is lost, and each new one may only read. */
const turnReadOnly = async (of: Shop) => {
  await admin.query(`alter database ${nameOf(of)} set default_transaction_read_only = on`);
  await cutConnections(of);
};
/** For connections made from now on: those that are open stay as they were made. */
const turnWritable = (of: Shop) => admin.query(`alter database ${nameOf(of)} reset default_transaction_read_only`);

const addAddress = () => shop.call('POST', '/api/user/profile/address/', { token: ada.access, body: ADDRESS });
/** At once, so that the pool is full of connections that may only read. */
const manyRead = () => Promise.all(Array.from({ length: MANY }, () => shop.get('/api/products/1/reviews/')));
const manyWrite = async () => {
  const responses = await Promise.all(Array.from({ length: MANY }, addAddress));
  return responses.map(({ status }) => status);
};
const toAway = ({ status, headers, json }: Answer) => [status, headers['retry-after'], json()];

describe('a database that turned read-only', () => {
  test('is known to /ready, which says no until it can be written to again', async () => {
    expect((await shop.get('/ready')).status).toBe(200);
    await turnReadOnly(shop);
    await expect.poll(async () => (await shop.get('/api/products/1/reviews/')).status).toBe(200);
    const cannot = [503, '5', { detail: 'The database cannot be written to.' }];
    for (let round = 0; round < 3; round++) expect(toAway(await shop.get('/ready'))).toEqual(cannot);
    await turnWritable(shop);
    expect((await shop.get('/ready')).status).toBe(200);
  });

  test('is written to again without a restart, and no connection of before is in the way for long', async () => {
    await turnReadOnly(shop);
    await manyRead();
    expect(toAway(await addAddress())).toEqual([503, '5', AWAY]);
    await manyRead();
    await turnWritable(shop);
    // The server closes nothing: the shop itself closes connections that may only read.
    await expect.poll(manyWrite, { timeout: 5_000, interval: 1_100 }).toEqual(Array(MANY).fill(201));
    expect((await shop.get('/ready')).status).toBe(200);
  });

  test('is connected to anew at most once a second, however many want to write', async () => {
    await turnReadOnly(shop);
    await manyRead();
    let made = 0;
    shop.deps.db.$client.on('connect', () => made++);
    for (let round = 0; round < 20; round++) {
      await addAddress();
      await manyRead();
    }
    // One for each refused write, and once or twice all others; not all others for each write.
    expect(made).toBeLessThan(20 + 4 * 10);
  });

  test('gets its letters when it can be written to again', async () => {
    await shop.post('/api/v1/auth/password/reset/', { email: ada.user.email });
    await turnReadOnly(shop);
    await expect.poll(() => shop.tryJobs().catch(({ message }) => message)).toMatch(/read-only transaction/);
    await turnWritable(shop);
    await expect.poll(() => shop.tryJobs().catch(({ message }) => message)).toEqual([]);
    expect(shop.letters().map(({ to }) => to)).toContain(ada.user.email);
  });
});

describe('refuses with 503 and a time to come again', () => {
  const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) => () =>
    shop.call(method, url, { token: ada.access, ...(body && { body }) });

  const writes: [string, () => Promise<Answer>][] = [
    ['registering', () => shop.post('/api/user/register/', fillForm())],
    ['logging in', () => shop.post('/api/user/login/', { email: ada.user.email, password: PASSWORD })],
    ['refreshing', () => shop.post('/auth/refresh/', { refresh: ada.refresh })],
    ['logging out', send('POST', '/api/v1/auth/logout/', {})],
    ['a reset', () => shop.post('/api/v1/auth/password/reset/', { email: ada.user.email })],
    ['a changed name', send('PATCH', '/api/user/profile/', { first_name: 'Grace' })],
    ['an address', addAddress],
    ['a bouquet', send('POST', '/api/user/orders/', { order_items: [{ product: 1, quantity: 1 }] })],
    ['a letter asked for again', send('POST', '/api/user/profile/resend-confirmation/', {})],
  ];
  test.each(writes)('%s', async (_what, write) => {
    await turnReadOnly(shop);
    // The first may meet a connection that was cut; that is an outage as well.
    for (let round = 0; round < 3; round++) expect(toAway(await write())).toEqual([503, '5', AWAY]);
  });

  test('a gift note, a review and a photo of damaged flowers', async () => {
    const product = await productId(shop, 'Tearoom');
    const { id } = await fillCart(shop, ada, [{ product }]);
    const grace = await someoneWith(shop, product);
    const { person, order } = await buyFlowers(shop);
    const photo = await takePhoto();
    const parts: [string, string | Buffer][] = [
      ['text', 'Snapped.'],
      ['photo', photo],
    ];
    const { body, headers } = await writeForm(fillClaim(parts));
    await turnReadOnly(shop);
    const url = `/api/user/orders/${id}/update-text/`;
    expect(toAway(await shop.call('PATCH', url, { token: ada.access, body: { text: 'x' } }))).toEqual([503, '5', AWAY]);
    const review = { token: grace.access, body: { rating: 5, text: 'Lovely.' } };
    expect(toAway(await shop.call('PUT', `/api/user/reviews/${product}/`, review))).toEqual([503, '5', AWAY]);
    const claim = { token: person.access, body, headers };
    expect(toAway(await shop.call('POST', `/api/user/orders/${order.id}/claim/`, claim))).toEqual([503, '5', AWAY]);
  });

  test('opening a payment; and an event of PayPal, which sends it again until it is taken', async () => {
    const checkout = await openTestCheckout();
    const { token, order } = await checkout.fillCart();
    const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
    await checkout.provider.approve(id);
    await turnReadOnly(checkout.shop);
    expect(toAway(await checkout.pay.create(token, order))).toEqual([503, '5', AWAY]);
    checkout.shop.failures.length = 0;
    await checkout.provider.call('POST', '/standin/webhooks', { release: true });
    const refused = { route: '/api/payments/paypal/webhook/', status: 503 };
    await vi.waitFor(() => expect(checkout.shop.failures).toContainEqual(expect.objectContaining(refused)), 60_000);
    await turnWritable(checkout.shop);
    await vi.waitFor(async () => {
      await checkout.shop.tryJobs();
      expect((await checkout.findOrder(token, order.id)).status).toBe('C');
    }, 60_000);
    await checkout.close();
  });
});
