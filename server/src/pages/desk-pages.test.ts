import { afterAll, beforeAll, expect, test } from 'vitest';
import { employ } from '../testing/staff.ts';
import { openTestShop } from '../testing/test-shop.ts';
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

test('somebody who is not signed in is led to the door', async () => {
  const response = await shop.get('/desk');
  expect([response.status, response.headers.location]).toEqual([302, '/desk/sign-in']);
  expect((await shop.get('/desk/sign-in')).body).toContain('Good morning.');
});

test('a page is rendered for whoever is signed in, for nobody to keep', async () => {
  const { headers, name } = await employ(shop, ['florist'], 'Hana Okafor');
  const response = await shop.get('/desk', headers);
  expect([response.status, response.headers['cache-control'], response.headers.vary]).toEqual([
    200,
    'no-store',
    'Cookie',
  ]);
  expect(response.body).toContain(name);
  expect(response.headers['x-robots-tag']).toBe('noindex');
  expect((await shop.get('/desk')).body).not.toContain(name);
});

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
