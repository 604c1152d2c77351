import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { sampler } from '#server/testing/sample.ts';
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

const INFORMATION = ['/about', '/delivery', '/care', '/contact', '/privacy', '/terms'];
const pages = () => ['/', '/product', `/product/${productId}`, ...INFORMATION];

const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];

describe('public pages', () => {
  test('are the same bytes for every visitor, tagged, and 304 for one who has them', async () => {
    for (const path of pages()) {
      const first = await shop.get(path, { authorization: 'Bearer somebody', cookie: 'a=b', 'user-agent': 'one' });
      const second = await shop.get(path);
      expect([path, first.status, first.body === second.body]).toEqual([path, 200, true]);
      expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, must-revalidate');
      expect(first.headers['cdn-cache-control']).toBe(
        'public, max-age=60, stale-while-revalidate=10, stale-if-error=86400',
      );
      expect((await shop.get(path, { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
    }
  });

  test('have a title, a description and a canonical address of the shop', async () => {
    const titles = new Set<string | undefined>();
    for (const path of pages()) {
      const { body } = await shop.get(path);
      titles.add(find(body, /<title>(.*?)<\/title>/));
      expect(find(body, /<meta name="description" content="(.*?)"/)?.length, path).toBeGreaterThan(50);
      expect(find(body, /<link rel="canonical" href="(.*?)"/)).toBe(`https://shop.example${path}`);
      const picture = find(body, /<meta property="og:image" content="(.*?)"/);
      expect(picture).toMatch(/^https:\/\/shop\.example\/.+\.jpg$/);
      const { rawPayload } = await shop.app.inject(String(picture).replace('https://shop.example', ''));
      const { width, height } = await sharp(rawPayload).metadata();
      expect({ path, width, height }).toEqual({ path, width: 1200, height: 630 });
      expect(find(body, /<meta property="og:image:width" content="(.*?)"/)).toBe('1200');
      expect(find(body, /<meta property="og:image:height" content="(.*?)"/)).toBe('630');
    }
    expect(titles.size).toBe(pages().length);
  });

  test('are compressed with Brotli and gzip', async () => {
    const plain = await shop.get('/product');
    const packed = await shop.app.inject({ url: '/product', headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.body.length / 5);
    expect((await shop.get('/product', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  });

  test('allow their own inline scripts and styles by hash, and nothing else', async () => {
    for (const path of [...pages(), '/nowhere']) {
      const { body, headers } = await shop.get(path);
      const policy = String(headers['content-security-policy']);
      const inline = [...body.matchAll(/<(script|style)([^>]*)>([\s\S]*?)<\/\1>/g)];
      for (const [, tag, attributes = '', text = ''] of inline) {
        if (attributes.includes('src=') || attributes.includes('ld+json')) continue;
        const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
        expect(
          policy.split('; ').find((part) => part.startsWith(`${tag}-src`)),
          `${path} ${tag}`,
        ).toContain(hash);
      }
      expect(policy).not.toContain('unsafe');
      expect(body, 'the nonce of our scripts is removed').not.toContain('nonce');
      expect(body, path).not.toMatch(/\sstyle="/);
      expect(body, path).not.toMatch(/\son[a-z]+="/);
    }
  });

  test('drop what does not change the page from the address, and keep what does', async () => {
    const plain = await shop.get('/product');
    expect((await shop.get('/product?utm_source=letter')).body).toBe(plain.body);
    expect((await shop.get('/product?sort=cheapest')).body).toBe(plain.body);
    const sorted = await shop.get('/product?sort=price');
    expect(sorted.body).not.toBe(plain.body);
    expect((await shop.get('/product?utm_source=letter&sort=price')).body).toBe(sorted.body);
  });

  test('come out the same, byte for byte, when they are drawn again: what was compressed is still good', async () => {
    for (const path of pages()) {
      const first = await shop.get(path);
      shop.deps.responseCache.clear();
      expect([path, (await shop.get(path)).headers.etag]).toEqual([path, first.headers.etag]);
    }
  });

  test('a change to the catalogue shows at once when the cache is cleared', async () => {
    const other = await openTestShop({ storefront: await loadStorefront() });
    await other.get('/');
    await other.deps.db.execute(sql`update products set name = 'Monday Blues' where name = 'Cottage Blues'`);
    other.deps.responseCache.clear();
    expect((await other.get('/')).body).toContain('Monday Blues');
    await other.close();
  });

  test('how many were sold stands on the page once some were', async () => {
    const other = await openTestShop({ storefront: await loadStorefront() });
    const sold = async () =>
      /<li>(\d+)(?:<!-- -->)? Sold<\/li>/.exec((await other.get(`/product/${productId}`)).body)?.[1];
    expect(await sold()).toBeUndefined();
    await other.deps.db.execute(sql`update products set sold = 3 where id = ${productId}`);
    other.deps.responseCache.clear();
    expect(await sold()).toBe('3');
    await other.close();
  });

  test('after a sale the page is sent as it was, and drawn anew meanwhile, of an answer that is new too', async () => {
    const sell = (sold: number) =>
      shop.deps.db.execute(sql`update products set sold = ${sold} where id = ${productId}`);
    const path = `/product/${productId}`;
    await sell(41);
    shop.deps.responseCache.clear();
    const before = (await shop.get(path)).body;
    expect(before).toContain('41');
    await sell(42_424);
    shop.deps.responseCache.expire();
    expect((await shop.get(path)).body).toBe(before);
    await expect.poll(async () => (await shop.get(path)).body).toMatch(/42,?424/);
    await sell(0);
    shop.deps.responseCache.clear();
  });

  test('say when to come again while the database is away', async () => {
    const other = await openTestShop({ storefront: await loadStorefront() });
    await other.deps.db.$client.end();
    for (const path of ['/', '/product', `/product/${productId}`, '/product.data', '/sitemap.xml']) {
      const { status, headers } = await other.get(path);
      expect([path, status, headers['retry-after'], headers['cache-control']]).toEqual([path, 503, '5', 'no-store']);
    }
    expect((await other.get('/about')).status).toBe(200);
    await other.app.close();
  });

  test('have every part in its place, so that they are whole without scripts', async () => {
    for (const path of ['/', '/product', `/product/${productId}`]) {
      const { body } = await shop.get(path);
      const markers = [...body.matchAll(/<!--\$(.*?)-->/g)].map(([, kind]) => kind);
      expect(markers.length, path).toBeGreaterThan(3);
      // React marks what a script has to fill in or to move otherwise.
      expect(new Set(markers), path).toEqual(new Set(['']));
      expect(body, path).not.toContain('<div hidden="" id="S:');
    }
  });
});

describe('how dear a page may be', () => {
  /** How hard it is compressed, as the cache has it after a request. */
  const effortOf = async (path: string) => {
    expect([path, (await shop.get(path)).status]).toEqual([path, 200]);
    return shop.deps.responseCache.find(path)?.effort;
  };
  const words = async () => {
    const { categories, occasions } = (await shop.get('/api/products/facets/')).json();
    return { category: String(categories[0].name), occasion: String(occasions[0].name) };
  };

  test('what the shop leads to is compressed as well as can be', async () => {
    const { category, occasion } = await words();
    const known = [`category=${encodeURIComponent(category)}`, `occasion=${encodeURIComponent(occasion)}`];
    for (const path of ['/', '/product', ...known.map((filter) => `/product?${filter}`), `/product/${productId}`])
      expect([path, await effortOf(path)]).toEqual([path, 'best']);
  });

  test('what visitors make up is compressed quickly: words, filters, orders, numbers', async () => {
    const { category, occasion } = await words();
    const invented = [
      '/product?search=rose',
      '/product?occasion=zzz',
      '/product?category=zzz',
      '/product.data?category=zzz',
      `/product?category=${encodeURIComponent(category)}&occasion=zzz`,
      `/product?category=${encodeURIComponent(category)}&occasion=${encodeURIComponent(occasion)}`,
      '/product?sort=price',
      '/history/4711',
    ];
    for (const path of invented) expect([path, await effortOf(path)]).toEqual([path, 'quick']);
  });
});

describe('an address that is written in another way', () => {
  test('leads to the one that pages link to, and makes no page of its own', async () => {
    for (const [written, meant] of [
      ['/LOGIN', '/login'],
      ['/%6Cogin', '/login'],
      ['/Product?occasion=birthday', '/product?occasion=birthday'],
      ['/History/77777', '/history/77777'],
      ['/Desk/Sign-In', '/desk/sign-in'],
    ] as const) {
      const { status, headers } = await shop.get(written);
      expect([written, status, headers.location]).toEqual([written, 301, meant]);
    }
  });

  test('leads nowhere where a key stands in it, or another host', async () => {
    for (const path of [
      '/Account-confirm-email/KEY',
      '/PASSWORD/reset/confirm/a/b',
      '/Login-Link/KEY',
      '/%2Fevil.example',
      '/%E0%A4%A',
    ]) {
      const { status, headers } = await shop.get(path);
      expect([path, status, headers.location]).toEqual([path, 404, undefined]);
    }
  });
});

describe('any address', () => {
  /** As it stands, over a real connection: a test client would mend or refuse it first. */
  const askPlainly = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { port } = shop.app.server.address() as AddressInfo;
      const request = http.get({ host: '127.0.0.1', port, path }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      request.on('error', reject);
    });
  beforeAll(() => shop.app.listen({ host: '127.0.0.1', port: 0 }));

  test('is a page, a redirect or a refusal, never a failure of ours', async () => {
    const word = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('//', '///', '/\\\\', '//:99999999/', '.data', '_.data', 'new', '%', '..'),
    );
    const path = fc.oneof(
      word.map((rest) => `/${encodeURI(rest.replaceAll(/[\uD800-\uDFFF]/g, ''))}`),
      word.map((rest) => `/product/${encodeURIComponent(rest.replaceAll(/[\uD800-\uDFFF]/g, ''))}`),
      fc
        .dictionary(fc.constantFrom('search', 'category', 'occasion', 'sort', '_routes'), word)
        .map((query) => `/product?${new URLSearchParams(query)}`),
      fc.constantFrom(
        '//',
        '///',
        '/\\',
        '//:99999999/',
        '//x/product/1',
        '/product.data?search=%00',
        '/_.data',
        '/?x=%E0%A4%A',
      ),
    );
    await fc.assert(
      fc.asyncProperty(path, async (url) => {
        expect([200, 301, 400, 404], url).toContain(await askPlainly(url));
      }),
      { numRuns: sampler.times(6, 250) },
    );
  });

  test('a word that is also a sort is still searched for', async () => {
    expect((await shop.get('/product?search=new')).body).toContain('For a new baby');
    expect((await shop.get('/product?search=price')).body).toContain('No bouquet called');
    expect((await shop.get(`/product?search=${'q'.repeat(130)}`)).body).toContain('No bouquet called');
  });

  test('the list of exactly one page offers no more', async () => {
    expect((await shop.get('/product')).body).not.toContain('Show more');
  });
});

describe('addresses nobody lives at', () => {
  test.each([
    '/nope',
    '/product/999999',
    '/product/abc',
    '/product/0',
    '/assets/none.js',
    '/pictures/none.jpg',
    '/a/b/c',
    '/%00',
    '/%E0%A4%A',
  ])('%s is 404 and kept by nobody', async (path) => {
    const answer = await shop.get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a page says so, with a way home', { tags: '§2.26' }, async () => {
    const { body, headers } = await shop.get('/nope');
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('Page Not Found');
    expect(body).toContain('href="/"');
    expect(body).toContain('noindex');
  });

  test('a call of the API gets JSON', async () => {
    expect((await shop.get('/api/nope/')).json()).toEqual({ detail: 'Not found.' });
    const posted = await shop.app.inject({ method: 'POST', url: '/nope' });
    expect([posted.statusCode, posted.json()]).toEqual([404, { detail: 'Not found.' }]);
  });

  test('a slash too many is taken away, without leaving the site', async () => {
    const answer = await shop.get('/product/?sort=price');
    expect([answer.status, answer.headers.location]).toEqual([301, '/product?sort=price']);
    const evil = await shop.get('//evil.example/');
    expect([evil.status, evil.headers.location]).toEqual([301, '/evil.example']);
  });
});

describe('every answer', () => {
  test.each([
    '/',
    '/nope',
    '/api/products/',
    '/api/products/0/',
    '/api/products/?limit=x',
    '/favicon.svg',
    '/robots.txt',
    '/sitemap.xml',
    '/api/docs/json',
    '/health',
    '/api/delivery/',
  ])('%s carries the security headers', async (path) => {
    const { headers } = await shop.get(path);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.any(String),
      'strict-transport-security': expect.stringContaining('max-age='),
    });
  });
});

describe('search engines', () => {
  test('are told of every page and bouquet, and kept out of private ones', async () => {
    const sitemap = (await shop.get('/sitemap.xml')).body;
    const locations = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location);
    const lists = locations.filter((location) => location?.includes('?'));
    expect(locations).toHaveLength(8 + lists.length + 24);
    expect(locations).toContain(`https://shop.example/product/${productId}`);
    expect(lists).toContain('https://shop.example/product?occasion=birthday');
    // Each by the address that the page itself calls its own.
    for (const list of lists) {
      const { body } = await shop.get(String(list).replace('https://shop.example', ''));
      expect(find(body, /<link rel="canonical" href="(.*?)"/)).toBe(list);
    }
    const robots = (await shop.get('/robots.txt')).body;
    expect(robots).toContain('Disallow: /cart');
    expect(robots).toContain('Sitemap: https://shop.example/sitemap.xml');
  });
});

describe('the checkout', () => {
  const policyOf = async (path: string) => String((await shop.get(path)).headers['content-security-policy']);
  const REAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };

  test('alone may talk to the window of the payment provider, and is kept nowhere', async () => {
    const cart = await shop.get('/cart');
    expect(cart.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect([cart.headers['cache-control'], cart.headers['cdn-cache-control']]).toEqual(['no-store', undefined]);
    for (const path of ['/', '/product', '/profile', '/login']) {
      expect((await shop.get(path)).headers['cross-origin-opener-policy'], path).toBe('same-origin');
    }
  });

  test('names no origin but its own where payments are pretended', async () => {
    const policy = await policyOf('/cart');
    expect(policy).not.toMatch(/127\.0\.0\.1|localhost|https?:|unsafe|\*/);
    expect(policy).toContain("connect-src 'self';");
  });

  test.each([
    ['PayPal', {}, 'https://*.paypal.com https://*.paypalobjects.com'],
    ['another provider', { PAYPAL_API_BASE: 'https://pay.example' }, 'https://pay.example'],
  ])('alone may load what %s needs', async (_name, env, hosts) => {
    const other = await openTestShop({ env: { ...REAL, ...env }, storefront: await loadStorefront() });
    const policy = String((await other.get('/cart')).headers['content-security-policy']);
    expect(policy).toContain(`frame-src ${hosts};`);
    expect(policy).toMatch(/script-src 'self' [^;]*;/);
    expect(/script-src ([^;]*);/.exec(policy)?.[1]).toContain(hosts);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    for (const path of ['/', '/product', '/profile', '/login']) {
      expect((await other.get(path)).headers['content-security-policy'], path).not.toContain(hosts);
    }
    await other.close();
  });
});

describe('addresses from letters', () => {
  test.each([
    '/account-confirm-email?q=SECRET',
    '/account-confirm-email/SECRET',
    '/password/reset/confirm/MQ/SECRET',
    '/login-link/SECRET',
    '/swap/SECRET',
    '/track/12-SECRET',
    '/wish-list/SECRET',
  ])('%s is one page for all, which no cache keeps and no other site hears of', async (path) => {
    const page = await shop.get(path);
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('SECRET');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect([page.headers['cache-control'], page.headers['cdn-cache-control']]).toEqual(['no-store', undefined]);
    expect(shop.deps.responseCache.find(path)).toBeUndefined();
    expect((await shop.get(path.replace('SECRET', 'OTHER'))).body).toBe(page.body);
  });
});
