import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront } from './storefront.ts';

const MORE = 90;

let shop: Awaited<ReturnType<typeof openTestShop>>;
let all: number[];

beforeAll(async () => {
  shop = await openTestShop({ storefront: await loadStorefront() });
  await shop.deps.db.execute(sql`
    insert into products (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
    select 'L-' || n, 'Lane ' || n, category, occasions, price_pence + n, summary, description, size, presentation, stems, care, pictures
    from (select * from products order by id limit 1) as model, generate_series(1, ${MORE}::int) as n order by n`);
  shop.deps.responseCache.clear();
  all = (await shop.get('/api/products/')).json().map(({ id }: { id: number }) => id);
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const idsOn = (html: string) => [
  ...new Set([...html.matchAll(/<h[23][^>]*><a[^>]* href="\/product\/(\d+)"/g)].map(([, id]) => Number(id))),
];
const further = (html: string) =>
  /<a[^>]* href="([^"]+)"[^>]*>Show more bouquets<\/a>/.exec(html)?.[1]?.replaceAll('&amp;', '&');

/** What a browser without scripts finds by pressing the same link again and again. */
async function walk(address: string): Promise<{ ids: number[]; pages: string[] }> {
  const pages: string[] = [];
  for (let next: string | undefined = address; next && pages.length < 20; ) {
    const { status, body } = await shop.get(next);
    expect(status, next).toBe(200);
    pages.push(body);
    next = further(body);
  }
  return { ids: pages.flatMap(idsOn), pages };
}

describe('a shop with more bouquets than a page shows', () => {
  test.each(['/product', '/product?sort=price', '/product?search=lane', '/product?category=seasonal&sort=name'])(
    '%s goes on by a link until every bouquet was shown, once',
    { tags: 'G37' },
    async (address) => {
      const { ids, pages } = await walk(address);
      const wanted: { id: number }[] = (await shop.get(`/api/products/${address.slice('/product'.length)}`)).json();
      expect(ids).toEqual(wanted.map(({ id }) => id));
      expect(pages.length).toBe(Math.max(1, Math.ceil(wanted.length / 24)));
      expect(ids.length).toBeGreaterThan(address === '/product' ? MORE : 0);
    },
  );

  test('says how many there are on each of its pages, of a search too', { tags: 'G37' }, async () => {
    const counted = async (address: string) =>
      (await walk(address)).pages.map((page) => />([^<>]{1,40}), every one tied/.exec(page)?.[1]);
    expect(new Set(await counted('/product'))).toEqual(new Set([`${all.length} of them`]));
    expect(new Set(await counted('/product?search=lane'))).toEqual(new Set([`${MORE + 1} of ${all.length}`]));
    expect(new Set(await counted('/product?search=e'))).toEqual(new Set([`At least 100 of ${all.length}`]));
    expect(new Set(await counted('/product?category=seasonal'))).toEqual(new Set([`94 of ${all.length}`]));
  });

  test('a page further on leads back to the first, and search engines are told of the list itself', async () => {
    const back = (html: string) => /<a[^>]* href="([^"]+)"[^>]*>Back to the first<\/a>/.exec(html)?.[1];
    const { body } = await shop.get(`/product?sort=name&after=${all[30]}`);
    expect(back(body)).toBe('/product?sort=name');
    expect(/<link rel="canonical" href="([^"]+)"/.exec(body)?.[1]).toBe('https://shop.example/product');
    expect(back((await shop.get('/product')).body)).toBeUndefined();
  });

  test('a page after the last bouquet, or after none there is, shows the first', async () => {
    const [first] = (await walk('/product')).pages;
    for (const after of [all.at(-1), 'rose', '-1', '0']) {
      expect(idsOn((await shop.get(`/product?after=${after}`)).body), String(after)).toEqual(idsOn(first ?? ''));
    }
  });

  test('the home page shows sixty, says how many there are, and goes on where it ends', {
    tags: ['§2.7', 'G37'],
  }, async () => {
    const { body } = await shop.get('/');
    expect(idsOn(body)).toEqual(all.slice(0, 60));
    expect(/All <!-- -->(\d+)<!-- --> bouquets/.exec(body)?.[1]).toBe(String(all.length));
    expect(further(body)).toBe(`/product?after=${all[59]}`);
    expect(idsOn((await shop.get(further(body) ?? '')).body)).toEqual(all.slice(60, 84));
  });
});
