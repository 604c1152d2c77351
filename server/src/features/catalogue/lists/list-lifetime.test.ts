import { afterAll, beforeAll, expect, test } from 'vitest';
import { ListProducts } from '#contract/finding.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { listLifetime } from './list-lifetime.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let occasion: string;
beforeAll(async () => {
  shop = await openTestShop();
  occasion = (await shop.get('/api/products/facets/')).json().occasions[0].name;
});
afterAll(() => shop.close());

const placeOf = (query: object) => listLifetime(shop.deps, ListProducts.parse(query));

test('what the shop leads to lasts, however it is written', async () => {
  for (const query of [{}, { limit: '25' }, { occasion }, { occasion: occasion.toUpperCase() }, { sort: 'new' }])
    expect([query, await placeOf(query)]).toEqual([query, 'lasting']);
});

test.each([
  { search: 'rose' },
  { occasion: 'invented' },
  { category: 'invented' },
  { limit: '7' },
  { after: '3' },
  { sort: 'price' },
])('what visitors make up passes: %j', async (query) => expect(await placeOf(query)).toBe('passing'));

test('a known occasion of an invented category passes', async () =>
  expect(await placeOf({ occasion, category: 'invented' })).toBe('passing'));
