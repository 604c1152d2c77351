import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { watchChanges } from '#server/platform/database/watch-changes.ts';
import { fillCart, productId } from '#server/testing/carts.ts';
import { logInAgain, registerSomeone } from '#server/testing/people.ts';
import { deliverTo, LOVELY, listMiscounted, reviewCalls, someoneWith } from '#server/testing/reviewers.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.setNow(TEST_NOW);
  expect(shop.failures).toEqual([]);
  expect(await listMiscounted(shop)).toEqual([]);
  await shop.deps.db.execute(sql`delete from throttles`);
});

const { read, write, remove, list, ratingOf } = reviewCalls(() => shop);

const withdraw = (product: number) =>
  shop.deps.db.execute(sql`update products set status = 'withdrawn' where id = ${product}`);

describe('PUT /api/user/reviews/:productId/', () => {
  test('writes what someone says of a bouquet that came, for all to read', async () => {
    const tearoom = await productId(shop, 'Tearoom');
    const { access } = await someoneWith(shop, tearoom);
    const answer = await write(access, tearoom, { rating: 4, text: '  Soft pinks.\r\nLasted a week. ' });
    const review = {
      id: expect.any(Number),
      author: 'Ada L.',
      rating: 4,
      text: 'Soft pinks.\nLasted a week.',
      written_at: TEST_NOW.toISOString(),
      edited_at: null,
      verified_purchase: true,
    };
    expect([answer.status, answer.json()]).toEqual([200, { can_review: 'yes', review: { ...review, hidden: false } }]);
    expect((await read(access, tearoom)).json()).toEqual(answer.json());
    expect(await list(tearoom)).toEqual([review]);
    expect(await ratingOf(tearoom)).toEqual({ rating: 4, review_count: 1 });
  });

  test('changes it when there is one, and says when', async () => {
    const product = await productId(shop, 'Frost Fair');
    const { access } = await someoneWith(shop, product);
    const first = (await write(access, product)).json().review;
    shop.setNow(new Date(TEST_NOW.getTime() + 60_000));
    const second = (await write(access, product, { rating: 2, text: 'Not any more.' })).json().review;
    expect(second).toEqual({ ...first, rating: 2, text: 'Not any more.', edited_at: '2026-11-16T09:47:00.000Z' });
    expect(await list(product)).toHaveLength(1);
    expect(await ratingOf(product)).toEqual({ rating: 2, review_count: 1 });
  });

  test.each([[{ rating: 5 }], [{ rating: 5, text: ' \n\u200b ' }]])('takes stars alone: %j', async (sent) => {
    const product = await productId(shop, 'Rosy Parlour');
    const { access } = await someoneWith(shop, product);
    const answer = await write(access, product, sent);
    expect([answer.status, answer.json().review]).toMatchObject([200, { rating: 5, text: '' }]);
    expect((await list(product))[0]).toMatchObject({ rating: 5, text: '' });
  });

  test('gives the mean of all', { tags: 'D8' }, async () => {
    const product = await productId(shop, 'Peony Weather');
    for (const rating of [5, 4, 4]) {
      await write((await someoneWith(shop, product)).access, product, { rating, text: 'Good.' });
    }
    expect(await ratingOf(product)).toEqual({ rating: 4.3, review_count: 3 });
  });

  test('is heard of wherever pages are kept, even when only the words change', async () => {
    const product = await productId(shop, 'Tearoom');
    const { access } = await someoneWith(shop, product);
    await write(access, product);
    const onChange = vi.fn();
    const watch = await watchChanges(
      shop.connectionString,
      { onCatalogue: onChange, onDelivery: () => {}, onDesk: () => {} },
      pino({ level: 'silent' }),
    );
    onChange.mockClear();
    await write(access, product, { ...LOVELY, text: 'Other words.' });
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce(), { timeout: 60_000 });
    await watch.stop();
  });

  test('is in the next answer, though the bouquet was kept and nobody has announced it yet', async () => {
    const product = await productId(shop, 'Rosy Parlour');
    const { access } = await someoneWith(shop, product);
    const count = async () => (await shop.get(`/api/products/${product}/`)).json().review_count;
    const before = await count();
    await write(access, product);
    expect(await count()).toBe(before + 1);
    await remove(access, product);
    expect(await count()).toBe(before);
  });

  test('takes any text as text', async () => {
    const product = await productId(shop, 'Tearoom');
    const { access } = await someoneWith(shop, product, { first_name: '<b>Ada</b>', last_name: '👩‍👧 Byron' });
    for (const text of ['</script><script>alert(1)</script>', "'; drop table reviews --", '💐'.repeat(500)]) {
      expect((await write(access, product, { rating: 1, text })).json().review).toMatchObject({
        text,
        author: '<b>Ada</b> 👩‍👧.',
      });
    }
  });

  test('shows no direction marks, neither those of new names nor those of names that were kept before', async () => {
    const product = await productId(shop, 'Tearoom');
    const { access, user } = await someoneWith(shop, product, { first_name: 'A\u202eda', last_name: '\u2067Lovelace' });
    expect(user).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' });
    const text = 'Five stars \u202efrom me';
    expect((await write(access, product, { rating: 5, text })).json().review.text).toBe('Five stars from me');
    const old = { first: '\u202eEve\u200e', last: '\u2066\u200fSmith' };
    await shop.deps.db.execute(
      sql`update users set first_name = ${old.first}, last_name = ${old.last} where id = ${user.id}`,
    );
    await shop.deps.db.execute(sql`update reviews set text = ${text} where user_id = ${user.id}`);
    const [newest] = await list(product);
    expect(newest).toMatchObject({ author: 'Eve S.', text: 'Five stars from me' });
  });

  test('of somebody whose name went when the mailbox was proven is a customer’s', async () => {
    const product = await productId(shop, 'Tearoom');
    const { access, user } = await someoneWith(shop, product);
    await write(access, product, { rating: 5, text: 'From nobody in particular' });
    await shop.deps.db.execute(sql`update users set first_name = '', last_name = '' where id = ${user.id}`);
    const [newest] = await list(product);
    expect(newest?.author).toBe('A customer');
  });

  test('a withdrawn bouquet that came can still be reviewed', async () => {
    const product = await productId(shop, 'Post Haste');
    const { access } = await someoneWith(shop, product);
    await withdraw(product);
    expect((await write(access, product)).json()).toMatchObject({ can_review: 'yes', review: LOVELY });
    expect((await read(access, product)).json()).toMatchObject({ can_review: 'yes', review: LOVELY });
    expect((await remove(access, product)).status).toBe(204);
  });

  test('refuses until the bouquet has come', async () => {
    const product = await productId(shop, 'Tearoom');
    const today = '2026-11-16';
    const someone = await someoneWith(shop, await productId(shop, 'Frost Fair'));
    const told = async () => {
      const answer = await write(someone.access, product);
      return [answer.status, answer.json().detail, (await read(someone.access, product)).json()];
    };
    const NOT_YET = [
      403,
      'You can review a bouquet once you have received it.',
      { can_review: 'not_received', review: null },
    ];
    expect(await told()).toEqual(NOT_YET);
    await fillCart(shop, someone, [{ product }]);
    expect(await told()).toEqual(NOT_YET);
    const order = await deliverTo(shop, someone, product, today);
    expect(await told()).toEqual(NOT_YET);
    expect(await list(product)).not.toContainEqual(expect.objectContaining({ text: LOVELY.text }));
    await shop.deps.db.execute(sql`update orders set delivered_at = now() where id = ${order}`);
    expect((await write(someone.access, product)).status).toBe(200);
  });

  test("a day is over when it is in London, not at the server's midnight", async () => {
    const product = await productId(shop, 'Tearoom');
    const someone = await someoneWith(shop, await productId(shop, 'Frost Fair'));
    await deliverTo(shop, someone, product, '2027-06-10');
    const tokenAt = async (now: string) => {
      shop.setNow(new Date(now));
      return (await logInAgain(shop, someone.user.email)).access;
    };
    // Summer time: at 23:00 UTC the day is over in London.
    expect((await write(await tokenAt('2027-06-10T22:59:59Z'), product)).status).toBe(403);
    expect((await write(await tokenAt('2027-06-10T23:00:00Z'), product)).status).toBe(200);
  });

  test("refuses what came to somebody else's door, whoever gave it", async () => {
    const product = await productId(shop, 'Tearoom');
    await someoneWith(shop, product);
    const { access } = await someoneWith(shop, await productId(shop, 'Frost Fair'));
    expect((await write(access, product)).status).toBe(403);
  });

  test('refuses who has not confirmed their address', { tags: 'G20' }, async () => {
    const product = await productId(shop, 'Tearoom');
    const someone = await registerSomeone(shop);
    await deliverTo(shop, someone, product);
    const answer = await write(someone.access, product);
    expect([answer.status, answer.json()]).toEqual([403, { detail: 'Please confirm your email address first.' }]);
    expect((await read(someone.access, product)).json()).toEqual({ can_review: 'not_confirmed', review: null });
  });

  test('names what cannot be taken', async () => {
    const product = await productId(shop, 'Tearoom');
    const { access } = await someoneWith(shop, product);
    for (const [body, fields] of [
      [{}, { rating: ['Choose from 1 to 5 stars.'] }],
      [{ rating: 3, text: 7 }, { text: ['This must be text.'] }],
      [{ rating: 6, text: ' \n ' }, { rating: ['Choose from 1 to 5 stars.'] }],
      [
        { rating: 4.5, text: 'x'.repeat(1001) },
        { rating: ['Choose from 1 to 5 stars.'], text: ['This must be no more than 1000 characters.'] },
      ],
      [{ rating: 1, text: 'a\0b' }, { text: ['This holds characters we cannot keep.'] }],
    ]) {
      const answer = await write(access, product, body);
      expect([answer.status, answer.json()]).toEqual([400, fields]);
    }
    expect((await read(access, product)).json().review).toBeNull();
  });

  test.each(['0', '-1', '1e3', '99999999999', 'x', '2147483647'])('finds no bouquet called %s', async (id) => {
    const { access } = await someoneWith(shop, await productId(shop, 'Tearoom'));
    for (const answer of [await write(access, id), await read(access, id), await remove(access, id)]) {
      expect(answer.status).toBe(404);
    }
  });

  test('takes 30 an hour of one person, and of others still', async () => {
    const product = await productId(shop, 'Tearoom');
    const { access } = await someoneWith(shop, product);
    const other = await someoneWith(shop, product);
    const statuses = [];
    for (let times = 0; times < 31; times++) statuses.push((await write(access, product)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    expect((await write(other.access, product)).status).toBe(200);
  });
});

describe('DELETE /api/user/reviews/:productId/', () => {
  test('takes the review back, and it can be written anew', async () => {
    const product = await productId(shop, 'Cottage Blues');
    const { access } = await someoneWith(shop, product);
    await write(access, product);
    const answer = await remove(access, product);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(await list(product)).toEqual([]);
    expect(await ratingOf(product)).toEqual({ rating: null, review_count: 0 });
    const again = await remove(access, product);
    expect([again.status, again.json()]).toEqual([404, { detail: 'Not found.' }]);
    expect((await write(access, product)).status).toBe(200);
  });

  test("leaves another's alone", async () => {
    const product = await productId(shop, 'Cottage Blues');
    const [one, other] = [await someoneWith(shop, product), await someoneWith(shop, product)];
    await write(one.access, product);
    expect((await remove(other.access, product)).status).toBe(404);
    expect((await read(one.access, product)).json().review).toMatchObject(LOVELY);
    expect((await read(other.access, product)).json().review).toBeNull();
  });
});

describe('GET /api/products/:id/reviews/', () => {
  test('gives the newest first, page by page', async () => {
    const product = await productId(shop, 'Second Post');
    for (const text of ['one', 'two', 'three']) {
      await write((await someoneWith(shop, product)).access, product, { rating: 3, text });
    }
    const all = await list(product);
    expect(all.map(({ text }) => text)).toEqual(['three', 'two', 'one']);
    const first = await list(product, '?limit=2');
    expect(first).toEqual(all.slice(0, 2));
    expect(await list(product, `?limit=2&before=${first[1]?.id}`)).toEqual(all.slice(2));
    expect((await shop.get(`/api/products/${product}/reviews/`)).headers['cache-control']).toBe('no-store');
  });

  test('tells of who wrote nothing but a first name and a letter', async () => {
    const product = await productId(shop, 'Second Post');
    const { user, access } = await someoneWith(shop, product, { first_name: 'Rosalind', last_name: 'Secretive' });
    await write(access, product);
    const { body } = await shop.get(`/api/products/${product}/reviews/`);
    expect(body).toContain('"Rosalind S."');
    for (const trace of ['Secretive', user.email, user.username, `"${user.id}"`]) expect(body).not.toContain(trace);
  });

  test.each(['?limit=0', '?limit=51', '?limit=x', '?before=0', '?before=99999999999'])('refuses %s', async (query) => {
    const answer = await shop.get(`/api/products/${await productId(shop, 'Tearoom')}/reviews/${query}`);
    expect(answer.status).toBe(400);
  });

  test('finds nothing of a bouquet that never was, or is withdrawn', async () => {
    const withdrawn = await productId(shop, 'Post Haste');
    await withdraw(withdrawn);
    for (const id of [withdrawn, 2_147_483_647, 'x', 0]) {
      expect((await shop.get(`/api/products/${id}/reviews/`)).status).toBe(404);
    }
  });
});
