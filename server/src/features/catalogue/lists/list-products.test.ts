import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListProducts } from '#contract/finding.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { listProducts } from './list-products.ts';

// The planner's wrong turn is taken from here on for one bouquet, and at a million for a page of them.
const MANY = 40_000;
const AT_ONCE = 5_000;
const LIMIT = 1;
const A_FEW = 200;

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
  // Indexed when all are in, as that takes a fraction of indexing them one by one.
  const { rows: indexes } = await shop.deps.db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'products' and indexdef like '%USING gin%'`);
  for (const { name } of indexes) await shop.deps.db.execute(sql`drop index ${sql.identifier(name)}`);
  // In pieces: none may take longer than the shop lets a statement take, on a busy machine either.
  for (let from = 1; from <= MANY; from += AT_ONCE) {
    await shop.deps.db.execute(sql`
      insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems,
        care, pictures)
      select 'MANY' || place, 'Meadow ' || place, category, array['birthday', 'thank you'], 4000, summary, description, size,
        presentation, '[{"flower": "Pink rose", "count": 9}]', care, pictures
      from (select * from products order by id limit 1), generate_series(${from}::int, ${from + AT_ONCE - 1}::int) place`);
  }
  for (const { definition } of indexes) await shop.deps.db.execute(sql.raw(definition));
  await shop.deps.db.execute(
    sql`insert into search.vocabulary values ('stem:white gladiolus', '{white}'), ('stem:gladioli', '{}')`,
  );
  await shop.deps.db.execute(sql`vacuum analyze products`);
});
afterAll(() => shop.close());

/** How many bouquets PostgreSQL looks at to answer. */
async function countLookedAt(wanted: Partial<ListProducts>): Promise<number> {
  return shop.deps.db.transaction(async (tx) => {
    const db = tx as unknown as typeof shop.deps.db;
    const before = await countSoFar(db);
    await listProducts({ ...shop.deps, db }, { sort: 'new', ...wanted, limit: LIMIT });
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
  ['a flower that every bouquet has', { search: 'roses' }],
  ['a flower that a few bouquets have', { search: 'tulips' }],
  ['a colour and an occasion, misspelt', { search: 'whtie brithday' }],
  ['a flower that no bouquet has any more', { search: 'gladioli' }],
])('%s: a few bouquets are looked at, not the whole catalogue', async (_, wanted) => {
  expect(await countLookedAt(wanted)).toBeLessThan(A_FEW);
});

// Along the list for a bounded way, then by the index.
const BOUND = 12_000;

test.each([
  ['a colour that every bouquet has', { colour: ['pink'] }, A_FEW],
  ['several kinds that every bouquet has', { colour: ['pink'], flower: ['rose'], occasion: 'birthday' }, A_FEW],
  ['a flower that hardly a bouquet has', { flower: ['tulip'] }, BOUND],
  [
    'what is common apart and nowhere together',
    { colour: ['pink'], price: ['from-70'], flower: ['tulip', 'rose'] },
    BOUND,
  ],
] satisfies [string, Partial<ListProducts>, number][])(
  'filtered by %s: no more than a bounded number are looked at',
  async (_, wanted, most) => {
    for (const sort of ['new', 'price', 'name'] as const)
      expect([sort, await countLookedAt({ ...wanted, sort })]).toEqual([
        sort,
        expect.toSatisfy((count: number) => count < most),
      ]);
  },
);
