import { afterAll, beforeAll, expect, test } from 'vitest';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront } from './storefront.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop({ storefront: await loadStorefront() });
});
afterAll(() => shop.close());

const filesOf = async (path: string): Promise<string[]> => {
  const { body } = await shop.get(path);
  return [...new Set([...body.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([url]) => url))];
};

test('the home page needs at most 125 kB of JavaScript, Brotli', async () => {
  const files = await filesOf('/');
  expect(files.length).toBeGreaterThan(3);
  let bytes = 0;
  for (const url of files) {
    const { rawPayload, statusCode } = await shop.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect([url, statusCode]).toEqual([url, 200]);
    bytes += rawPayload.length;
  }
  expect(bytes).toBeLessThanOrEqual(125_000);
});

test.each([
  ['/', 9],
  ['/product', 9],
  ['/product/1', 12],
  ['/login', 13],
  ['/register', 13],
  ['/cart', 17],
  ['/profile', 13],
  ['/history/4711', 17],
])('%s asks for at most %i files: each costs a round trip', async (path, most) => {
  const files = await filesOf(path);
  expect([files.length > 3, files.length <= most], files.join('\n')).toEqual([true, true]);
});

const INFORMATION = ['/about', '/delivery', '/care', '/contact', '/privacy', '/terms', '/no-such-page'];
const PUBLIC = ['/', '/product', '/product/1', '/wish-list', '/wish-list/x', ...INFORMATION];

test('a page that everybody reads brings no code of private ones, and no schemas', async () => {
  const isKept = (url: string) => /\/(private|schemas|order-schemas|forms|signing-in)-/.test(url);
  for (const path of PUBLIC) {
    expect([path, (await filesOf(path)).filter(isKept)]).toEqual([path, []]);
  }
  expect((await filesOf('/profile')).filter(isKept)).toHaveLength(4);
});

const OFFICE = /\/(calendar|takings|order|bouquet|customers?|staff|settings|today)-page-/;

test.each([
  ['/desk/sign-in', 22],
  ['/desk/driver', 22],
  ['/desk', 22],
])('%s asks for at most %i files, and brings no code of accounts and carts, nor of other pages', async (path, most) => {
  const { headers } = await employ(shop, path === '/desk/driver' ? ['driver'] : ['florist']);
  const { body } = await shop.app.inject({ url: path, headers: path === '/desk/sign-in' ? {} : headers });
  const files = [...new Set([...body.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([url]) => url))];
  expect([files.length > 3, files.length <= most], files.join('\n')).toEqual([true, true]);
  expect(files.filter((url) => /\/(private|forms|signing-in|shell)-/.test(url))).toEqual([]);
  expect(files.filter((url) => OFFICE.test(url) && !(path === '/desk' && url.includes('today-page')))).toEqual([]);
});

test('the shop does not know the pages of the desk: its list of files names none', async () => {
  const [manifest = ''] = (await filesOf('/')).filter((url) => url.includes('/manifest-'));
  expect((await shop.get(manifest)).body).not.toContain('desk');
});
