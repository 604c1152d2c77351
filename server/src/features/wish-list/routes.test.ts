import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import { MAX_WISH_LIST } from '#contract/limits.ts';
import type { Product } from '#contract/products.ts';
import type { WishList } from '#contract/wish-list.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { mailedTo } from '#server/testing/mailed-codes.ts';
import { PASSWORD, registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
/** Bouquets that are sold, newest first. */
let sold: number[];

beforeAll(async () => {
  shop = await openTestShop();
  sold = ((await shop.get('/api/products/')).json() as Product[]).map(({ id }) => id);
});
afterAll(() => shop.close());
afterEach(async () => {
  expect(shop.failures).toEqual([]);
  await shop.deps.db.execute(sql`update products set status = 'on_sale'`);
  await shop.deps.db.execute(sql`delete from products where item_code like 'MANY-%'`);
  await shop.deps.db.execute(sql`delete from throttles`);
});

/** A second passes: what is saved from now on is saved later. */
const wait = () => shop.setNow(new Date(shop.deps.clock.now().getTime() + 1_000));

const PATH = '/api/user/wish-list/';
const NO_LIST = { products: [], link: null };
const list = async ({ access: token }: Registered): Promise<WishList> =>
  (await shop.call('GET', PATH, { token })).json();
const save = ({ access: token }: Registered, id: number | string | undefined) =>
  shop.call('PUT', `${PATH}${id}/`, { token });
const remove = ({ access: token }: Registered, id: number | string | undefined) =>
  shop.call('DELETE', `${PATH}${id}/`, { token });
const merge = ({ access: token }: Registered, products: unknown) =>
  shop.call('POST', `${PATH}merge/`, { token, body: { products } });
const share = ({ access: token }: Registered, shows_name = false) =>
  shop.call('PUT', `${PATH}link/`, { token, body: { shows_name } });
const endLink = ({ access: token }: Registered) => shop.call('DELETE', `${PATH}link/`, { token });
const tokenOf = (response: { json: () => WishList }) => response.json().link?.url.split('/').at(-1);
const open = (token: string | undefined) => shop.get(`/api/wish-list/shared/${token}/`);
const setStatus = (id: number | undefined, status: string) =>
  shop.deps.db.execute(sql`update products set status = ${status} where id = ${id}`);

/** So many bouquets more than the shop has; gives their ids. */
async function stockMany(count: number): Promise<number[]> {
  const { rows } = await shop.deps.db.execute<{ id: number }>(sql`
    insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
    select 'MANY-' || n, 'Many ' || n, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures
    from products, generate_series(1, ${count}) n where products.id = ${sold[0]} returning id`);
  return rows.map(({ id }) => id);
}

describe('PUT /api/user/wish-list/{productId}/', () => {
  test('saves a bouquet, saved last first, and again changes nothing', async () => {
    const ada = await registerSomeone(shop);
    expect(await list(ada)).toEqual(NO_LIST);
    await save(ada, sold[0]);
    wait();
    const second = await save(ada, sold[1]);
    expect([second.status, second.json()]).toEqual([200, { products: [sold[1], sold[0]], link: null }]);
    wait();
    expect((await save(ada, sold[0])).json().products).toEqual([sold[1], sold[0]]);
    expect(await list(ada)).toEqual({ products: [sold[1], sold[0]], link: null });
  });

  test('saves one that is sold out, and shows one no longer once it is withdrawn', async () => {
    const ada = await registerSomeone(shop);
    await setStatus(sold[0], 'sold_out');
    expect((await save(ada, sold[0])).json().products).toEqual([sold[0]]);
    await setStatus(sold[0], 'withdrawn');
    expect(await list(ada)).toEqual(NO_LIST);
    await setStatus(sold[0], 'on_sale');
    expect((await list(ada)).products).toEqual([sold[0]]);
  });

  test.each(['2147483647', '99999999999', '0', 'tulip', '1e1', '%00'])('finds no bouquet %s', async (id) => {
    const ada = await registerSomeone(shop);
    expect((await save(ada, id)).status).toBe(404);
    expect((await save(ada, id)).json()).toEqual({ detail: expect.stringMatching(/^(No such bouquet|Not found)\.$/) });
  });

  test('refuses one that was withdrawn', async () => {
    const ada = await registerSomeone(shop);
    await setStatus(sold[0], 'withdrawn');
    const response = await save(ada, sold[0]);
    expect([response.status, response.json()]).toEqual([404, { detail: 'No such bouquet.' }]);
  });

  test('has room for a hundred, says so, and makes room of what was withdrawn', async () => {
    const ada = await registerSomeone(shop);
    const many = await stockMany(MAX_WISH_LIST);
    await merge(ada, many);
    const full = await save(ada, sold[0]);
    expect([full.status, full.json()]).toEqual([
      400,
      { non_field_errors: ['Your wish list has room for 100 bouquets. Please remove one first.'] },
    ]);
    expect((await save(ada, many[3])).status).toBe(200);
    await setStatus(many[0], 'withdrawn');
    const { products } = (await save(ada, sold[0])).json();
    expect([products.length, products.includes(sold[0])]).toEqual([MAX_WISH_LIST, true]);
  });

  test('never takes more than a hundred, however many come at once', async () => {
    const ada = await registerSomeone(shop);
    const many = await stockMany(MAX_WISH_LIST + 8);
    await merge(ada, many.slice(0, MAX_WISH_LIST - 2));
    const answers = await Promise.all(many.slice(MAX_WISH_LIST - 2).map((id) => save(ada, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, ...Array(8).fill(400)]);
    expect((await list(ada)).products).toHaveLength(MAX_WISH_LIST);
  });
});

describe('DELETE /api/user/wish-list/{productId}/', () => {
  test('takes a bouquet off, and again is no error', async () => {
    const ada = await registerSomeone(shop);
    await merge(ada, sold.slice(0, 2));
    for (let times = 0; times < 2; times++) {
      const response = await remove(ada, sold[0]);
      expect([response.status, response.json()]).toEqual([200, { products: [sold[1]], link: null }]);
    }
  });

  test('leaves the lists of others alone', async () => {
    const [ada, bob] = [await registerSomeone(shop), await registerSomeone(shop)];
    await save(ada, sold[0]);
    expect((await remove(bob, sold[0])).json()).toEqual(NO_LIST);
    expect((await list(ada)).products).toEqual([sold[0]]);
  });
});

describe('POST /api/user/wish-list/merge/', () => {
  test('adds what a guest saved, in its order, and as often as it is sent', async () => {
    const ada = await registerSomeone(shop);
    await save(ada, sold[2]);
    wait();
    const wanted = [sold[1], sold[2], sold[0]];
    const merged = await merge(ada, wanted);
    expect([merged.status, merged.json()]).toEqual([200, { products: [sold[1], sold[0], sold[2]], link: null }]);
    expect((await merge(ada, [...wanted, ...wanted])).json()).toEqual(merged.json());
  });

  test('passes over what is no longer sold, and takes none', async () => {
    const ada = await registerSomeone(shop);
    await setStatus(sold[1], 'withdrawn');
    expect((await merge(ada, [2_147_483_647, sold[1], sold[0]])).json().products).toEqual([sold[0]]);
    expect((await merge(ada, [])).json().products).toEqual([sold[0]]);
  });

  test('two tabs that send the same list at once leave one list', async () => {
    const ada = await registerSomeone(shop);
    const answers = await Promise.all(Array.from({ length: 6 }, () => merge(ada, sold.slice(0, 5))));
    for (const answer of answers) expect([answer.status, answer.json().products]).toEqual([200, sold.slice(0, 5)]);
  });

  test('keeps what was there when there is no room for all, and the last saved of the rest', async () => {
    const ada = await registerSomeone(shop);
    const many = await stockMany(MAX_WISH_LIST);
    await merge(ada, sold.slice(0, 2));
    wait();
    const { products } = (await merge(ada, many)).json();
    expect(products).toEqual([...many.slice(0, MAX_WISH_LIST - 2), ...sold.slice(0, 2)]);
  });

  test.each([
    ['a bouquet that is none', ['tulip'], 'products', 'This must be the id of a bouquet.'],
    ['an id too large', [2_147_483_648], 'products', 'This must be the id of a bouquet.'],
    ['too many', Array(101).fill(1), 'products', 'A wish list has room for 100 bouquets.'],
  ])('refuses %s by its field', async (_name, products, field, words) => {
    const ada = await registerSomeone(shop);
    const response = await merge(ada, products);
    expect([response.status, response.json()]).toEqual([400, { [field]: [words] }]);
    expect(await list(ada)).toEqual(NO_LIST);
  });
});

describe('GET /api/wish-list/bouquets/', () => {
  test('gives bouquets as they are sold now, in the order asked for, each once', async () => {
    await setStatus(sold[1], 'sold_out');
    await setStatus(sold[2], 'withdrawn');
    await shop.deps.db.execute(sql`update products set price_pence = 12345 where id = ${sold[0]}`);
    const response = await shop.get(`/api/wish-list/bouquets/?ids=${[sold[1], sold[0], sold[2], 2147483647, sold[1]]}`);
    expect(response.status).toBe(200);
    expect(response.json().map(({ id, availability }: Product) => [id, availability])).toEqual([
      [sold[1], 'sold_out'],
      [sold[0], 'on_sale'],
    ]);
    expect(response.json()[1].price).toBe(123.45);
  });

  test.each(['', '?ids=', '?ids=a', '?ids=1,,2', '?ids=0', '?ids=99999999999', '?ids=3000000000', '?ids=1e3'])(
    'refuses %s',
    async (query) => {
      const response = await shop.get(`/api/wish-list/bouquets/${query}`);
      expect([response.status, Object.keys(response.json())[0]]).toEqual([400, expect.stringMatching(/^ids/)]);
    },
  );

  test('refuses more than a list has room for', async () => {
    const ids = Array(MAX_WISH_LIST + 1).fill(1);
    expect((await shop.get(`/api/wish-list/bouquets/?ids=${ids}`)).json()).toEqual({ ids: ['At most 100 ids.'] });
  });
});

describe('the link of a list', () => {
  test('shows it to whoever has it, as it is sold now, without a name unless its owner wishes so', async () => {
    const ada = await registerSomeone(shop, { first_name: 'Ada', last_name: 'Lovelace' });
    await merge(ada, sold.slice(0, 3));
    await setStatus(sold[1], 'withdrawn');
    const shared = await share(ada);
    expect([shared.status, shared.json().link]).toEqual([
      200,
      { url: expect.stringMatching(/^https:\/\/shop.example\/wish-list\/[0-9a-f]{32}$/), shows_name: false },
    ]);
    const seen = await open(tokenOf(shared));
    expect(seen.json()).toEqual({ name: null, products: [expect.anything(), expect.anything()] });
    expect(seen.json().products.map(({ id }: Product) => id)).toEqual([sold[0], sold[2]]);
    for (const trace of ['Ada', 'Lovelace', ada.user.email, ada.user.username]) expect(seen.body).not.toContain(trace);

    // The same link, now with the first name and no more of it.
    expect(tokenOf(await share(ada, true))).toBe(tokenOf(shared));
    const named = await open(tokenOf(shared));
    expect(named.json().name).toBe('Ada');
    expect(named.body).not.toContain('Lovelace');
    expect((await list(ada)).link?.shows_name).toBe(true);
  });

  test('is kept by no cache, followed by no search engine and told to no other site', async () => {
    const { headers } = await open(tokenOf(await share(await registerSomeone(shop))));
    expect([headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']]).toEqual([
      'no-store',
      'noindex',
      'no-referrer',
    ]);
  });

  test('once ended shows nothing, and the next one is another', async () => {
    const ada = await registerSomeone(shop);
    await save(ada, sold[0]);
    const first = tokenOf(await share(ada));
    expect((await endLink(ada)).json()).toEqual({ products: [sold[0]], link: null });
    expect((await endLink(ada)).status).toBe(200);
    const gone = await open(first);
    expect([gone.status, gone.json()]).toEqual([404, { detail: 'This link is no longer good.' }]);
    expect(tokenOf(await share(ada))).not.toBe(first);
    expect((await open(first)).status).toBe(404);
  });

  test('is one, however often it is pressed at once', async () => {
    const ada = await registerSomeone(shop);
    const answers = await Promise.all(Array.from({ length: 5 }, () => share(ada)));
    expect(new Set(answers.map(tokenOf)).size).toBe(1);
  });

  test.each(['0'.repeat(32), '%00', 'A'.repeat(32), '1', "'--"])(
    'that nobody made shows nothing: %s',
    async (token) => {
      expect((await open(token)).status).toBe(404);
    },
  );

  test('that a stranger made ends when the owner of the address first comes in; what was saved stays', async () => {
    const stranger = await registerSomeone(shop);
    await save(stranger, sold[0]);
    const token = tokenOf(await share(stranger));
    const headers = { 'user-agent': 'Another', 'x-forwarded-for': '203.0.113.9' };
    const asked = await shop.call('POST', '/api/user/login-code/', { body: { email: stranger.user.email }, headers });
    const { code } = await mailedTo(shop, stranger.user.email);
    const body = { ticket: asked.json().ticket, code };
    const owner = (await shop.call('POST', '/api/user/login-code/use/', { body, headers })).json() as Registered;
    expect((await open(token)).status).toBe(404);
    expect(await list(owner)).toEqual({ products: [sold[0]], link: null });
  });
});

describe('leaving', () => {
  test('one gets a copy of the list first, and it goes with the account', async () => {
    const ada = await registerSomeone(shop);
    await save(ada, sold[0]);
    const token = tokenOf(await share(ada));
    const copy = (await shop.call('GET', '/api/user/profile/download/', { token: ada.access })).json();
    expect(copy.wish_list).toEqual({
      bouquets: [{ product: expect.any(String), saved_at: expect.any(String) }],
      link: { path: `/wish-list/${token}`, shows_name: false, made_at: expect.any(String) },
    });
    await shop.call('POST', '/api/user/profile/delete/', { token: ada.access, body: { password: PASSWORD } });
    expect((await open(token)).status).toBe(404);
    const { rows } = await shop.deps.db.execute(sql`
      select user_id from wish_list_items where user_id = ${ada.user.id}
      union all select user_id from wish_list_links where user_id = ${ada.user.id}`);
    expect(rows).toEqual([]);
  });
});
