import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product, ProductDetail } from '#contract/products.ts';
import { changeDetails } from '#server/features/shop/change-details.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront } from './storefront.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let products: Product[];

beforeAll(async () => {
  shop = await openTestShop({ storefront: await loadStorefront() });
  products = (await shop.get('/api/products/')).json();
});
afterAll(() => shop.close());

/** The text of a page as it comes without scripts, with a space for each tag. */
async function read(path: string): Promise<string> {
  const { body } = await shop.get(path);
  return body
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** The prices of bouquets in a text, each with what it says right after it. */
function listPrices(text: string): { pounds: number; delivered: number | undefined }[] {
  return [...text.matchAll(/(?<![+\d])£(\d+\.\d\d)(?! (?:delivery|delivered))[,.]?(?: £(\d+\.\d\d) delivered)?/g)].map(
    ([, price, delivered]) => ({ pounds: Number(price), delivered: delivered ? Number(delivered) : undefined }),
  );
}

describe('Digital Markets, Competition and Consumers Act 2024, s. 230: the total price, with delivery that nobody can avoid', () => {
  test.each(['/', '/product', '/product?sort=price', '/product?category=luxury'])(
    'stands beside every price of %s',
    async (path) => {
      const main = (await read(path)).replace(/£5\.00 delivery/g, '');
      const prices = listPrices(main);
      expect(prices.length).toBeGreaterThan(2);
      for (const { pounds, delivered } of prices) expect([pounds, delivered]).toEqual([pounds, pounds + 5]);
    },
  );

  test('stands beside the price, each size and the button of a bouquet, and in the title', async () => {
    const [{ id = 0, name = '' } = {}] = products;
    const { sizes, price } = (await shop.get(`/api/products/${id}/`)).json() as ProductDetail;
    const text = await read(`/product/${id}`);
    const total = (pounds: number) => `£${(pounds + 5).toFixed(2)} delivered`;
    expect(sizes.length).toBeGreaterThan(1);
    for (const size of sizes) expect(text).toContain(`stems £${size.price.toFixed(2)} ${total(size.price)}`);
    expect(text).toContain(`£${price.toFixed(2)} ${total(price)}`);
    expect(text).toContain(`${total(price)}: Standard £${price.toFixed(2)}, delivery £5.00.`);
    expect(text).toContain(`${name}, ${total(price)} – Marigold Lane`);
  });
});

test('the same Act, Schedule 20, paragraph 13: reviews are shown with how they are checked', async () => {
  const text = await read(`/product/${products[0]?.id}`);
  expect(text).toContain('How reviews are checked');
  for (const step of [
    'bought this bouquet from us',
    'has come',
    'email address is confirmed',
    'Good and bad are shown alike',
  ])
    expect(text).toContain(step);
});

test('Companies (Trading Disclosures) Regulations 2015 and E-Commerce Regulations 2002, reg. 6: company and VAT number, where set, and nothing in their place where not', async () => {
  const pages = ['/', '/product', '/terms', '/contact', `/product/${products[0]?.id}`];
  for (const path of pages) expect(await read(path)).not.toMatch(/(Company|VAT) number/);
  await shop.deps.db.transaction((tx) => changeDetails(tx, { company_number: '01234567', vat_number: 'GB123456789' }));
  await shop.deps.shopDetails.renew();
  expect(await read('/terms')).toContain('Company number 01234567. VAT number GB123456789.');
  for (const path of pages) {
    expect(await read(path)).toContain('Company number 01234567');
    expect(await read(path)).toContain('VAT number GB123456789');
  }
});

test('Data (Use and Access) Act 2025, s. 103: complaints about data have a named way, an answer within 30 days, and the regulator', async () => {
  const text = await read('/privacy');
  expect(text).toMatch(
    /Complaints about your data .*write to Data complaints at hello@marigoldlane\.example , or by post/,
  );
  expect(text).toContain('Within 30 days we tell you that we have it.');
  expect(text).toContain('Information Commissioner’s Office');
  const { body } = await shop.get('/contact');
  expect(body).toContain('href="/privacy#complaints"');
  expect((await shop.get('/privacy')).body).toContain('id="complaints"');
});
