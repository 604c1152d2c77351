import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, ProductList } from '#contract/products.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { likenessOf } from './list-related.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

async function idOf(name: string): Promise<number> {
  const { rows } = await shop.deps.db.execute<{ id: number }>(sql`select id from products where name = ${name}`);
  return rows[0]?.id as number;
}
const relatedTo = async (name: string): Promise<Product[]> =>
  ProductList.parse((await shop.get(`/api/products/${await idOf(name)}/related/`)).json());
const namesOf = (found: Product[]) => found.map(({ name }) => name);

const bouquet = (pricePence: number, ...terms: string[]) => ({ pricePence, terms });

describe('GET /api/products/{id}/related/', () => {
  test('red roses lead to red roses, of whatever category', async () => {
    const found = await relatedTo('Velvet Dozen');
    expect(namesOf(found).slice(0, 2).toSorted()).toEqual(['Frost Fair', 'Opera Box']);
    expect(new Set(found.map(({ category }) => category)).size).toBeGreaterThan(1);
  });

  test('the same four every time, and never the bouquet itself', async () => {
    const first = namesOf(await relatedTo('Chapel Lane'));
    shop.deps.responseCache.clear();
    expect(namesOf(await relatedTo('Chapel Lane'))).toEqual(first);
    expect(first).toHaveLength(4);
    expect(first).not.toContain('Chapel Lane');
  });

  test('none that is sold out or withdrawn', async () => {
    const set = (status: string) =>
      shop.deps.db.execute(sql`update products set status = ${status} where name in ('Opera Box', 'Frost Fair')`);
    for (const status of ['sold_out', 'withdrawn']) {
      await set(status);
      shop.deps.responseCache.clear();
      expect(namesOf(await relatedTo('Velvet Dozen'))).not.toContain('Opera Box');
    }
    await set('on_sale');
    shop.deps.responseCache.clear();
  });

  test('finds its like among thousands of newer ones', async () => {
    await shop.deps.db.execute(sql`
      insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
      select 'NEW' || place, 'Newer ' || place, 'Vases', array['thank you'], 5800, summary, description, size, presentation,
        '[{"flower": "Blue delphinium", "count": 5}]', care, pictures
      from (select * from products order by id limit 1), generate_series(1, 2500) as place`);
    shop.deps.responseCache.clear();
    expect(
      namesOf(await relatedTo('Velvet Dozen'))
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['Frost Fair', 'Opera Box']);
  });

  test('a bouquet that there is not is not found', async () => {
    expect((await shop.get('/api/products/999999999/related/')).status).toBe(404);
  });
});

test('flowers weigh more than colours, these more than occasions, and a near price decides', () => {
  const seen = bouquet(5000, 'flower:rose', 'colour:red', 'occasion:birthday', 'category:vases');
  const order = [
    bouquet(5000, 'flower:rose', 'colour:red'),
    bouquet(5000, 'flower:rose'),
    bouquet(9000, 'flower:rose'),
    bouquet(5000, 'colour:red'),
    bouquet(5000, 'occasion:birthday'),
    bouquet(5000, 'category:vases'),
    bouquet(5000),
  ].map((other) => likenessOf(seen, other));
  expect(order).toEqual(order.toSorted((left, right) => right - left));
  expect(new Set(order).size).toBe(order.length);
});
