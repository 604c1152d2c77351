import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront } from './storefront.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let productId: number;

beforeAll(async () => {
  shop = await openTestShop({ storefront: await loadStorefront() });
  productId = (await shop.get('/api/products/?search=Peony')).json()[0].id;
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const structuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json));

test('describes a bouquet with its offer, its place and no invented rating', { tags: '§1.1' }, async () => {
  const { body } = await shop.get(`/product/${productId}`);
  const [product, crumbs] = structuredData(body);
  expect(product).toMatchObject({
    '@type': 'Product',
    name: 'Peony Weather',
  });
  const offer = {
    '@type': 'Offer',
    priceCurrency: 'GBP',
    availability: 'https://schema.org/InStock',
    url: `https://shop.example/product/${productId}`,
  };
  expect(product.offers).toMatchObject([
    { ...offer, price: '66.00', itemOffered: { name: 'Peony Weather', size: 'standard' } },
    { ...offer, price: '87.00', itemOffered: { name: 'Peony Weather, large', size: 'large' } },
    { ...offer, price: '112.00', itemOffered: { name: 'Peony Weather, grand', size: 'grand' } },
  ]);
  expect(product).not.toHaveProperty('aggregateRating');
  expect(crumbs.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    'Products',
    'Seasonal',
    'Peony Weather',
  ]);
});

test('how many were sold stands on the page, and nothing where none were', { tags: ['§2.16', 'D8'] }, async () => {
  const other = await openTestShop({ storefront: await loadStorefront() });
  const soldOn = async () => {
    other.deps.responseCache.clear();
    return /<li>(\d+)<!-- --> Sold<\/li>/.exec((await other.get(`/product/${productId}`)).body)?.[1];
  };
  expect(await soldOn()).toBeUndefined();
  await other.deps.db.execute(sql`update products set sold = 7 where id = ${productId}`);
  expect(await soldOn()).toBe('7');
  await other.close();
});

test('a real rating is stated, and equals that of the API', { tags: 'D8' }, async () => {
  const other = await openTestShop({ storefront: await loadStorefront() });
  await other.deps.db.execute(sql`update products set rating_sum = 13, review_count = 3 where id = ${productId}`);
  const [product] = structuredData((await other.get(`/product/${productId}`)).body);
  const { rating, review_count } = (await other.get(`/api/products/${productId}/`)).json();
  expect(product.aggregateRating).toMatchObject({ ratingValue: rating, reviewCount: review_count });
  expect([rating, review_count]).toEqual([4.3, 3]);
  await other.close();
});

test('text of the catalogue cannot break out of it', async () => {
  const other = await openTestShop({ storefront: await loadStorefront() });
  const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'`;
  await other.deps.db.execute(
    sql`update products set name = ${evil}, description = ${evil}, summary = ${evil} where id = ${productId}`,
  );
  for (const path of ['/', '/product', `/product/${productId}`, `/product/${productId}.data`]) {
    const { body } = await other.get(path);
    expect(body.includes('<script>alert(1)'), path).toBe(path.endsWith('.data'));
    if (!path.endsWith('.data')) expect(body, path).not.toContain('<img src=x');
  }
  await other.close();
});

test('the home page is a florist at its address', async () => {
  const [florist] = structuredData((await shop.get('/')).body);
  expect(florist).toMatchObject({ '@type': 'Florist', address: { addressCountry: 'GB', addressLocality: 'London' } });
});
