import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Facets, ProductList } from '#contract/products.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

/** More than lists and counts look at before they ask an index. */
const HOW_MANY = 6_000;

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop.deps;
  await db.execute(sql`update products set status = 'withdrawn'`);
  // The hundred first are of a kind of their own: neither the newest nor the cheapest are among them.
  await db.execute(sql`
    insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
    select 'L-' || n, 'Large ' || n, category, array['birthday'], case when n <= 100 then 8000 + n else 3600 + n % 100 end,
      summary, description, size, presentation,
      case when n <= 100 then '[{"flower": "Blue iris", "count": 5}]' else '[{"flower": "Pink rose", "count": 5}]' end::jsonb, care, pictures
    from (select * from products order by id limit 1) as model, generate_series(1, ${HOW_MANY}::int) as n order by n`);
  await db.execute(sql`analyze products`);
  shop.deps.responseCache.clear();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const list = async (query: string) => ProductList.parse((await shop.get(`/api/products/?${query}`)).json());
const facets = async (query: string) => Facets.parse((await shop.get(`/api/products/facets/?${query}`)).json());
const countOf = (options: Facets['flowers'], wanted: string) => options.find(({ name }) => name === wanted);

describe('in a shop with more bouquets than are looked at', () => {
  test('what many have is counted as so many at least, and fewer than there are', async () => {
    const { matching, flowers, total } = await facets('colour=pink&occasion=birthday');
    expect(total).toBe(HOW_MANY);
    expect(matching).toEqual({ count: expect.any(Number), at_least: true });
    expect(matching.count).toBeGreaterThan(99);
    expect(matching.count).toBeLessThanOrEqual(HOW_MANY - 100);
    expect(countOf(flowers, 'rose')).toEqual({ name: 'rose', ...matching });
  });

  test('what few have is counted to the last, however old', async () => {
    const { matching, colours, prices } = await facets('flower=iris&colour=blue');
    expect(matching).toEqual({ count: 100 });
    expect(countOf(colours, 'blue')).toEqual({ name: 'blue', count: 100 });
    expect(countOf(colours, 'pink')).toEqual({ name: 'pink', count: 0 });
    expect(prices).toEqual([
      { name: 'under-35', count: 0 },
      { name: '35-50', count: 0 },
      { name: '50-70', count: 0 },
      { name: 'from-70', count: 100 },
    ]);
  });

  test.each(['new', 'name', 'price', '-price'])('by %s, what few have is listed to the last', async (sort) => {
    expect(await list(`flower=iris&sort=${sort}&limit=100`)).toHaveLength(100);
  });

  test.each(['price', '-price'])('by %s, the bands follow each other, page by page', async (sort) => {
    const pages: { id: number; price: string }[] = [];
    for (let after = ''; pages.length < HOW_MANY; after = `&after=${pages.at(-1)?.id}`) {
      const page = await list(`price=35-50,from-70&sort=${sort}&limit=100${after}`);
      pages.push(...page.map(({ id, price }) => ({ id, price: String(price) })));
      if (page.length === 0) break;
    }
    expect(new Set(pages.map(({ id }) => id)).size).toBe(HOW_MANY);
    const prices = pages.map(({ price }) => Number(price));
    const sorted = prices.toSorted((left, right) => (sort === 'price' ? left - right : right - left));
    expect(prices).toEqual(sorted);
  });
});
