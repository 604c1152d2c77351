import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront, type Storefront } from './storefront.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let storefront: Storefront;

beforeAll(async () => {
  storefront = await loadStorefront();
  shop = await openTestShop({ storefront });
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});

const stylesheetsOf = (html: string) =>
  [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, path]) => path ?? '');

test('the desk has a stylesheet of its own, with every token resolved, and the shop’s pages have nothing of it', async () => {
  const desk = stylesheetsOf((await shop.get('/desk/sign-in')).body);
  expect(desk.length).toBeGreaterThan(0);
  for (const path of desk) {
    const css = storefront.assets.get(path)?.body.toString() ?? '';
    expect(css).toContain('--color-paper:#f4efe5');
    expect(css).not.toContain('@theme');
  }
  for (const path of ['/', '/product', '/cart', '/login']) {
    const { body } = await shop.get(path);
    for (const stylesheet of desk) expect(body).not.toContain(stylesheet);
    const scripts = [...new Set([...body.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([found]) => found))];
    expect(scripts.filter((script) => script.includes('desk'))).toEqual([]);
  }
});
