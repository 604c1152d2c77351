import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OwnReview } from '#contract/reviews.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { productId } from '#server/testing/carts.ts';
import { LOVELY, listMiscounted, reviewCalls, someoneWith } from '#server/testing/reviewers.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { hideReview } from './hide-review.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let product: number;
let listener: pg.Client;
let announced = 0;

beforeAll(async () => {
  shop = await openTestShop();
  product = await productId(shop, 'Tearoom');
  listener = new pg.Client({ connectionString: shop.connectionString });
  await listener.connect();
  listener.on('notification', ({ payload }) => {
    if (payload === '') announced++;
  });
  await listener.query('listen catalogue_changed');
});
afterAll(async () => {
  await listener.end();
  await shop.close();
});
beforeEach(() => shop.deps.db.execute(sql`delete from throttles`));

const { read, write, remove } = reviewCalls(() => shop);

/** What was announced before this is heard before it. */
const hearAll = () => listener.query('select 1');

/** How often every process was told to forget its pages, and whether this one did. */
async function whatIsForgotten(act: () => Promise<unknown>) {
  await shop.get('/api/products/facets/');
  await hearAll();
  announced = 0;
  await act();
  await hearAll();
  return { announced, here: shop.deps.responseCache.find('/api/products/facets/') === undefined };
}
const NOTHING = { announced: 0, here: false };
const ONCE = { announced: 1, here: true };

const FLORA = onCommandLine('Flora');

async function someoneHidden() {
  const person = await someoneWith(shop, product);
  const { review } = (await write(person.access, product)).json() as OwnReview;
  await shop.deps.db.transaction((tx) => hideReview(tx, FLORA, review?.id ?? 0, { reason: 'Abuse', at: TEST_NOW }));
  return person;
}

describe('pages that are kept', () => {
  test('are forgotten when a review is written, changed or taken back', async () => {
    const { access } = await someoneWith(shop, product);
    expect(await whatIsForgotten(() => write(access, product))).toEqual(ONCE);
    expect(await whatIsForgotten(() => write(access, product, { ...LOVELY, text: 'Even longer.' }))).toEqual(ONCE);
    expect(await whatIsForgotten(() => write(access, product, { text: 'Even longer.', rating: 4 }))).toEqual(ONCE);
    expect(await whatIsForgotten(() => remove(access, product))).toEqual(ONCE);
    expect(await listMiscounted(shop)).toEqual([]);
  });

  test('stay when nobody sees a difference: a hidden review is taken back or changed', async () => {
    const { access } = await someoneHidden();
    expect(await whatIsForgotten(() => write(access, product, { rating: 1, text: 'Bad.' }))).toEqual(NOTHING);
    for (let round = 0; round < 3; round++) {
      const statuses: number[] = [];
      const forgotten = await whatIsForgotten(async () => statuses.push((await remove(access, product)).status));
      expect([statuses, forgotten]).toEqual([[204], NOTHING]);
    }
    expect(await listMiscounted(shop)).toEqual([]);
  });

  test('stay when the same is said again, which is no edit', async () => {
    const { access } = await someoneWith(shop, product);
    await write(access, product);
    expect(await whatIsForgotten(() => write(access, product))).toEqual(NOTHING);
    const { review } = (await read(access, product)).json() as OwnReview;
    expect(review).toMatchObject({ ...LOVELY, edited_at: null });
  });

  test('stay when there is nothing to take back', async () => {
    const { access } = await someoneWith(shop, product);
    expect(await whatIsForgotten(() => remove(access, product))).toEqual(NOTHING);
  });
});

describe('taking back', () => {
  test('is counted with writing: who does either in a loop is stopped', async () => {
    const { access } = await someoneHidden();
    const statuses = new Map<number, number>();
    for (let round = 0; round < 40; round++) {
      const { status } = await remove(access, product);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // One of thirty was used for writing it.
    expect(Object.fromEntries(statuses)).toEqual({ 204: 29, 429: 11 });
    expect((await write(access, product)).status).toBe(429);
  });
});
