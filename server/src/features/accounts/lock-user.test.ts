import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { lockUser } from './lock-user.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('a locked person is locked for every other transaction that locks them', async () => {
  const { user } = await registerSomeone(shop);
  const { db } = shop.deps;
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const rival = db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '200ms'`);
      await lockUser(other, user.id);
    });
    await expect(rival).rejects.toMatchObject({ cause: { code: '55P03' } });
  });
});

test('inserting a row that refers to a locked person does not wait for the lock: that led to deadlocks', async () => {
  const { user } = await registerSomeone(shop);
  const { db } = shop.deps;
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '200ms'`);
      const [cart] = (
        await other.execute<{ id: number }>(
          sql`with number as (insert into order_numbers (merged_into_id) values (null) returning id)
            insert into carts (id, user_id, created_at) select id, ${user.id}, now() from number returning id`,
        )
      ).rows;
      // What one's own transaction wrote is checked anew each time it is written.
      await other.execute(sql`update carts set version = 2 where id = ${cart?.id}`);
      await other.execute(sql`update carts set version = 3 where id = ${cart?.id}`);
    });
  });
  const { rows } = await db.execute(sql`select 1 from carts where user_id = ${user.id}`);
  expect(rows).toHaveLength(1);
});
