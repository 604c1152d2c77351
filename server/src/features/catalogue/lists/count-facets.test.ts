import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { createRandom } from '#server/testing/random.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { countFacets, foldFacetCounts } from './count-facets.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const run = (text: string) => shop.deps.db.execute(sql.raw(text));
const countLines = async () => (await run('select count(*)::int as count from search.facet_counts')).rows[0]?.count;

/** What the triggers have counted, and what there is. */
async function expectTrue(): Promise<void> {
  const kept = await countFacets(shop.deps);
  await run('select search.count_all_facets()');
  expect(kept).toEqual(await countFacets(shop.deps));
}

const INSERT = `insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
  select item_code || '-' || gen_random_uuid(), name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures
  from products order by id limit 3`;

describe('the counts of the shop', () => {
  beforeEach(() => run('select search.count_all_facets()'));

  test.each([
    ['bouquets that are added', INSERT],
    ['one that is withdrawn', "update products set status = 'withdrawn' where name = 'Tearoom'"],
    ['one that is sold out', "update products set status = 'sold_out' where id in (select max(id) from products)"],
    ['one that is back', "update products set status = 'on_sale' where name = 'Tearoom'"],
    ['another price for all', 'update products set price_pence = price_pence * 2'],
    ['another category', "update products set category = 'New one' where id % 3 = 0"],
    ['other occasions', "update products set occasions = '{wedding}' where id % 2 = 0"],
    ['other flowers', `update products set stems = '[{"flower":"white tulip","count":3}]' where id % 5 = 0`],
    ['bouquets that are deleted', "delete from products where item_code like '%-%-%'"],
  ])('follow %s', async (_what, change) => {
    await run(change);
    await expectTrue();
  });

  test('say nothing of a change that was taken back', async () => {
    const before = await countFacets(shop.deps);
    await shop.deps.db
      .transaction(async (tx) => {
        await tx.execute(sql`update products set status = 'withdrawn'`);
        throw new Error('taken back');
      })
      .catch(() => {});
    expect(await countFacets(shop.deps)).toEqual(before);
  });

  test('get no line from a sale, a rating or the same values again', async () => {
    const before = await countLines();
    await run('update products set sold = sold + 1, rating_sum = rating_sum + 5, review_count = review_count + 1');
    await run('update products set price_pence = price_pence, category = category, status = status');
    expect(await countLines()).toBe(before);
  });

  test('are right whatever is changed, folded and counted anew at the same time', async () => {
    const random = createRandom('facets');
    const changes = [
      INSERT,
      "update products set status = case status when 'on_sale' then 'withdrawn' else 'on_sale' end where id % 4 = 1",
      'update products set price_pence = 1000 + (price_pence + 1700) % 9000 where id % 4 = 2',
      "update products set category = case category when 'A' then 'B' else 'A' end where id % 4 = 3",
      "delete from products where id in (select max(id) from products where item_code like '%-%-%')",
      'select search.fold_facet_counts(9e15::bigint, 50)',
      'select search.count_all_facets()',
    ];
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 8 }, () => run(random.oneOf(changes))));
      const kept = await countFacets(shop.deps);
      await run('select search.count_all_facets()');
      expect(await countFacets(shop.deps), `round ${round}`).toEqual(kept);
    }
  });

  test('are one line each once they are folded', async () => {
    for (let round = 0; round < 3; round++) await run('update products set price_pence = price_pence + 1000');
    const before = await countFacets(shop.deps);
    // Not in one go: what the first folds is folded with the rest.
    await foldFacetCounts(shop.deps, 40);
    await foldFacetCounts(shop.deps);
    expect(await countFacets(shop.deps)).toEqual(before);
    const { rows } = await run('select term from search.facet_counts group by term having count(*) > 1');
    expect(rows).toEqual([]);
  });

  test('are nothing when all is gone', async () => {
    await run('truncate products cascade');
    expect(await countFacets(shop.deps)).toMatchObject({ total: 0, categories: [], occasions: [], flowers: [] });
    expect(await countLines()).toBe(0);
  });
});
