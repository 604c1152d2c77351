import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCode } from '#server/features/promotions/add-code.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { completeCart, fillCart, productId } from '#server/testing/carts.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { codeSums } from '../table.ts';
import { foldCodeSums } from './fold-code-sums.ts';
import { listCodes } from './list-codes.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const HOUR_MS = 60 * 60_000;
const TERMS = {
  validFrom: null,
  validUntil: null,
  leastPence: null,
  maxUses: null,
  maxUsesEach: null,
  firstOrderOnly: false,
};

/** An order with the code, paid for so many hours ago. */
async function buyWith(code: string, hoursAgo: number): Promise<number> {
  const someone = await registerSomeone(shop);
  const cart = await fillCart(shop, someone, [{ product: await productId(shop, 'Tearoom') }]);
  const path = `/api/user/orders/${cart.id}/update-code/`;
  await shop.call('PATCH', path, { body: { code }, token: someone.access });
  await completeCart(shop, cart.id);
  const at = new Date(TEST_NOW.getTime() - hoursAgo * HOUR_MS).toISOString();
  await shop.deps.db.execute(sql`update orders set completed_at = ${at} where id = ${cart.id}`);
  return cart.id;
}

/** What the desk is told, and how many uses of it are stored. */
async function sums(code: string) {
  const [found] = await listCodes(shop.deps.db, { code });
  const [stored] = await shop.deps.db.select().from(codeSums).where(sql`promo_code_id = ${found?.code.id}`);
  return { uses: found?.uses, given: found?.givenPence, brought: found?.broughtPence, stored: stored?.uses ?? 0 };
}

test('a code says the same before and after its orders are folded, and what comes later is added', async () => {
  await shop.deps.db.transaction((tx) => addCode(tx, { code: 'TEN', kind: 'percent', value: 10, ...TERMS }, TEST_NOW));
  const [first] = [await buyWith('TEN', 30), await buyWith('TEN', 20), await buyWith('TEN', 0)];
  const before = await sums('TEN');
  expect(before).toMatchObject({ uses: 3, stored: 0 });
  expect(before.brought).toBeGreaterThan(before.given ?? 0);

  await foldCodeSums(shop.deps);
  expect(await sums('TEN')).toEqual({ ...before, stored: 2 });
  await foldCodeSums(shop.deps);
  expect(await sums('TEN')).toEqual({ ...before, stored: 2 });

  await buyWith('TEN', 0.5);
  const four = { uses: 4, given: ((before.given ?? 0) / 3) * 4, brought: ((before.brought ?? 0) / 3) * 4 };
  expect(await sums('TEN')).toEqual({ ...four, stored: 2 });

  const three = { uses: 3, given: before.given, brought: before.brought };
  await shop.deps.db.execute(sql`update orders set stage = 'cancelled' where id = ${first}`);
  expect(await sums('TEN')).toEqual({ ...three, stored: 1 });
  await foldCodeSums({ ...shop.deps, clock: { now: () => new Date(TEST_NOW.getTime() + 2 * HOUR_MS) } });
  expect(await sums('TEN')).toEqual({ ...three, stored: 3 });

  await shop.deps.db.execute(sql`delete from orders`);
  expect(await sums('TEN')).toEqual({ uses: 0, given: 0, brought: 0, stored: 0 });
});

test('what is cancelled while a fold is under way is taken off once', async () => {
  await shop.deps.db.transaction((tx) => addCode(tx, { code: 'SIX', kind: 'percent', value: 6, ...TERMS }, TEST_NOW));
  const [stays, goes] = [await buyWith('SIX', 9), await buyWith('SIX', 8)];
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  const cancelled = shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`update orders set stage = 'cancelled' where id = ${goes}`);
    await isLetGo;
  });
  // It waits for the cancellation, which it would otherwise not see.
  const folded = foldCodeSums(shop.deps);
  await new Promise((resolve) => setTimeout(resolve, 200));
  letGo();
  await Promise.all([cancelled, folded]);
  expect(await sums('SIX')).toMatchObject({ uses: 1, stored: 1 });
  await shop.deps.db.execute(sql`update orders set stage = 'cancelled' where id = ${stays}`);
  expect(await sums('SIX')).toEqual({ uses: 0, given: 0, brought: 0, stored: 0 });
});
