import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../database/drizzle.ts';
import { openTestShop } from '../testing/test-shop.ts';
import { listProducts } from './list-products.ts';

// The planner's wrong turn is taken from here on for one bouquet, and at a million for a page of them.
const MANY = 40_000;
const LIMIT = 1;
const A_FEW = 200;

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
  await shop.deps.db.execute(sql`
    insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems,
      care, pictures)
    select 'MANY' || place, 'Meadow ' || place, category, array['birthday', 'thank you'], 4000, summary, description, size,
      presentation, stems, care, pictures
    from (select * from products order by id limit 1), generate_series(1, ${MANY}::int) place`);
  await shop.deps.db.execute(sql`vacuum analyze products`);
});
afterAll(() => shop.close());

/** How many bouquets PostgreSQL looks at to answer. */
async function countLookedAt(wanted: { search?: string; occasion?: string }): Promise<number> {
  return shop.deps.db.transaction(async (tx) => {
    const db = tx as unknown as typeof shop.deps.db;
    const before = await countSoFar(db);
    await listProducts({ ...shop.deps, db }, { ...wanted, sort: 'new', limit: LIMIT });
    return (await countSoFar(db)) - before;
  });
}

async function countSoFar(db: typeof shop.deps.db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'products'`);
  return rows[0]?.count ?? Number.NaN;
}

test.each([
  ['an occasion that no bouquet is for', { occasion: 'moving house' }],
  ['an occasion that every bouquet is for', { occasion: 'birthday' }],
  ['two letters that no name holds', { search: 'zx' }],
  ['one letter that every name holds', { search: 'm' }],
  ['a word that no name holds', { search: 'wheelbarrow' }],
])('%s: a few bouquets are looked at, not the whole catalogue', async (_, wanted) => {
  expect(await countLookedAt(wanted)).toBeLessThan(A_FEW);
});
