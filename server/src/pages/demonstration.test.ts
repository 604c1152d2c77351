import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMONSTRATION } from '#contract/shop.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront, type Storefront } from './storefront.ts';

let storefront: Storefront;
let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  storefront = await loadStorefront();
  shop = await openTestShop({ env: { DEMO: 'true' }, storefront });
});
afterAll(() => shop.close());

const SHOWN = /<body>[\s\S]*?<aside aria-label="Demonstration"[^>]*><p[^>]*>([^<]*)<\/p><\/aside>[\s\S]*<header/;
const PAGES = ['/', '/product', '/about', '/privacy', '/login', '/register', '/cart', '/profile', '/history/1'];

describe('a demonstration', () => {
  test.each([...PAGES, '/account-confirm-email', '/password/reset/confirm/a/b', '/no/such/page', '/product/999999'])(
    'is called one at the top of %s',
    async (path) => {
      const { body } = await shop.get(path);
      expect(SHOWN.exec(body)?.[1]).toBe(DEMONSTRATION);
    },
  );

  test('is called one when a page cannot be drawn, too', async () => {
    const broken: Storefront = {
      ...storefront,
      render: (request, tools) =>
        storefront.render(request, { ...tools, callApi: () => Promise.reject(new Error('on purpose')) }),
    };
    const other = await openTestShop({ env: { DEMO: 'true' }, storefront: broken });
    const { status, body } = await other.get('/product');
    expect(status).toBe(500);
    expect(SHOWN.exec(body)?.[1]).toBe(DEMONSTRATION);
    await other.close();
  });

  test('keeps saying so while one goes from page to page', async () => {
    expect((await shop.get('/about.data')).body).toContain('"demo"');
  });

  test('is called one where its calls are described', async () => {
    expect((await shop.get('/api/docs/json')).json().info.description).toContain(DEMONSTRATION);
  });

  test('is called one in its letters, in both forms', async () => {
    const letter = { kind: 'account-deleted', to: 'ada@example.org', firstName: 'Ada' } as const;
    await shop.deps.db.transaction((tx) => shop.deps.mail.post(tx, letter));
    await shop.doJobs();
    const [received] = shop.letters();
    expect(received?.html).toContain(DEMONSTRATION);
    expect(received?.text).toContain(DEMONSTRATION);
  });
});

test('a shop that is none says nothing of it', async () => {
  const other = await openTestShop({ storefront });
  for (const path of [...PAGES, '/about.data', '/api/docs/json', '/no/such/page']) {
    expect((await other.get(path)).body, path).not.toMatch(/[Dd]emonstration|"demo"/);
  }
  await other.deps.db.transaction((tx) =>
    other.deps.mail.post(tx, { kind: 'account-deleted', to: 'ada@example.org', firstName: 'Ada' }),
  );
  await other.doJobs();
  expect(other.letters()[0]?.html).not.toContain('emonstration');
  await other.close();
});
