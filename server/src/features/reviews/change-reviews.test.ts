import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Registered } from '#contract/accounts.ts';
import type { OwnReview } from '#contract/reviews.ts';
import { NotFound } from '#server/errors.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { productId } from '#server/testing/carts.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { deliverTo, LOVELY, listMiscounted, reviewCalls, someoneWith } from '#server/testing/reviewers.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { hideReview, unhideReview } from './hide-review.ts';

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

const FLORA = onCommandLine('Flora');
/** What the shop does from its desk. */
const hide = (id: number) =>
  shop.deps.db.transaction((tx) => hideReview(tx, FLORA, id, { reason: 'Abuse', at: TEST_NOW }));
const unhide = (id: number) => shop.deps.db.transaction((tx) => unhideReview(tx, FLORA, id, TEST_NOW));
const idOf = (answer: { json(): OwnReview }): number => answer.json().review?.id ?? 0;

describe('what is kept beside a bouquet', () => {
  test.each(['write', 'remove'] as const)('counts what another has just changed: %s', async (act) => {
    const product = await productId(shop, 'Harbour Blue');
    const [one, other] = [await someoneWith(shop, product), await someoneWith(shop, product)];
    const id = idOf(await write(one.access, product));
    await write(other.access, product);
    const { db } = shop.deps;
    let answer: Promise<{ status: number }> | undefined;
    await db.transaction(async (tx) => {
      await hideReview(tx, FLORA, id, { reason: 'Abuse', at: TEST_NOW });
      // It cannot count before this is settled, or it would count what was.
      answer = act === 'write' ? write(other.access, product, { rating: 1, text: 'x' }) : remove(other.access, product);
      await vi.waitFor(
        async () => {
          const { rows } = await db.execute(
            sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          expect(rows).toHaveLength(1);
        },
        { timeout: 60_000 },
      );
    });
    expect((await answer)?.status).toBe(act === 'write' ? 200 : 204);
    expect(await listMiscounted(shop)).toEqual([]);
  });

  test('counts right when many write, change and take back at once', async () => {
    const products = [await productId(shop, 'Tearoom'), await productId(shop, 'Frost Fair')] as const;
    const people = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const someone = await someoneWith(shop, products[0]);
        await deliverTo(shop, someone, products[1]);
        return someone;
      }),
    );
    const statuses = new Set<number>();
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, at) => {
          const { access } = people[at % 5] as Registered;
          const product = products[at % 2] as number;
          return at % 3 === 2 ? remove(access, product) : write(access, product, { rating: 1 + (at % 5), text: 'x' });
        }),
      );
      for (const { status } of answers) statuses.add(status);
      expect(await listMiscounted(shop)).toEqual([]);
      await shop.deps.db.execute(sql`delete from throttles`);
    }
    expect([...statuses].toSorted()).toEqual([200, 204, 404]);
  });
});

describe('a review that the shop has hidden', () => {
  test('is shown to its author alone, counts for nothing, and comes back as it was', async () => {
    const product = await productId(shop, 'April Windowsill');
    const { access } = await someoneWith(shop, product);
    const id = idOf(await write(access, product));
    expect((await hide(id)).review).toMatchObject({ id, productId: product, hiddenAt: TEST_NOW });
    expect(await list(product)).toEqual([]);
    expect(await ratingOf(product)).toEqual({ rating: null, review_count: 0 });
    expect((await read(access, product)).json().review).toMatchObject({ ...LOVELY, hidden: true });
    expect((await unhide(id)).review).toMatchObject({ id, hiddenAt: null, hiddenReason: null });
    // The desk is another process: a real shop hears of it, this one keeps its answers until told.
    shop.deps.responseCache.clear();
    expect(await list(product)).toMatchObject([LOVELY]);
    expect(await ratingOf(product)).toEqual({ rating: 5, review_count: 1 });
  });

  test('stays hidden and uncounted when it is changed, and since when it was', async () => {
    const product = await productId(shop, 'April Windowsill');
    const { access } = await someoneWith(shop, product);
    const id = idOf(await write(access, product));
    await hide(id);
    const before = await ratingOf(product);
    const answer = await write(access, product, { rating: 1, text: 'Again.' });
    expect(answer.json().review).toMatchObject({ id, text: 'Again.', hidden: true });
    expect(await ratingOf(product)).toEqual(before);
    const later = new Date(TEST_NOW.getTime() + 1);
    const again = await shop.deps.db.transaction((tx) =>
      hideReview(tx, FLORA, id, { reason: 'Advertising', at: later }),
    );
    expect(again).toMatchObject({ done: false, review: { hiddenAt: TEST_NOW, hiddenReason: 'Abuse' } });
  });

  test('stays hidden though its author deletes it and writes anew', async () => {
    const product = await productId(shop, 'April Windowsill');
    const { access } = await someoneWith(shop, product);
    await hide(idOf(await write(access, product)));
    const before = [await list(product), await ratingOf(product)];
    expect((await shop.call('DELETE', `/api/user/reviews/${product}/`, { token: access })).status).toBe(204);
    expect((await read(access, product)).json().review.text).toBe('(deleted)');
    expect((await write(access, product)).json().review).toMatchObject({ hidden: true });
    expect([await list(product), await ratingOf(product)]).toEqual(before);
  });

  test('counts right while it is hidden, shown and changed at once', async () => {
    const product = await productId(shop, 'April Windowsill');
    const { access } = await someoneWith(shop, product);
    const id = idOf(await write(access, product));
    await Promise.all(
      Array.from({ length: 30 }, async (_, at): Promise<unknown> => {
        if (at % 3 === 0) return hide(id);
        return at % 3 === 1 ? unhide(id) : write(access, product, { rating: 1 + (at % 5), text: 'x' });
      }),
    );
    expect(await listMiscounted(shop)).toEqual([]);
  });

  test('is told apart from none', async () => {
    await expect(hide(2_147_483_647)).rejects.toThrow(NotFound);
    await expect(unhide(2_147_483_647)).rejects.toThrow(NotFound);
  });
});

describe('someone who leaves', () => {
  test('finds their reviews in the download, and takes them along', async () => {
    const products = [await productId(shop, 'Tearoom'), await productId(shop, 'Frost Fair')] as const;
    const someone = await someoneWith(shop, products[0]);
    await deliverTo(shop, someone, products[1]);
    const before = await ratingOf(products[0]);
    await write(someone.access, products[0], { rating: 1, text: 'Wilted by noon.' });
    await hide(idOf(await write(someone.access, products[1])));
    const download = (await shop.call('GET', '/api/user/profile/download/', { token: someone.access })).json();
    const now = TEST_NOW.toISOString();
    expect(download.reviews).toEqual([
      {
        product: 'Tearoom',
        rating: 1,
        text: 'Wilted by noon.',
        written_at: now,
        edited_at: null,
        hidden_at: null,
      },
      { product: 'Frost Fair', ...LOVELY, written_at: now, edited_at: null, hidden_at: now },
    ]);
    const body = { password: PASSWORD };
    const left = await shop.call('POST', '/api/user/profile/delete/', { token: someone.access, body });
    expect(left.status).toBe(200);
    expect(await ratingOf(products[0])).toEqual(before);
    const { rows } = await shop.deps.db.execute(sql`select 1 from reviews where user_id = ${someone.user.id}`);
    expect(rows).toEqual([]);
  });

  test('while they write leaves neither a review of nobody nor an error', async () => {
    const product = await productId(shop, 'Tearoom');
    const someone = await someoneWith(shop, product);
    const [left, ...written] = await Promise.all([
      shop.call('POST', '/api/user/profile/delete/', { token: someone.access, body: { password: PASSWORD } }),
      ...Array.from({ length: 20 }, async (_, at) => {
        await new Promise((resolve) => setTimeout(resolve, at * 8));
        return at % 3 === 2 ? remove(someone.access, product) : write(someone.access, product);
      }),
    ]);
    expect(left.status).toBe(200);
    for (const { status } of written) expect([200, 204, 401, 404]).toContain(status);
  });
});
