import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront } from './storefront.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop({ storefront: await loadStorefront() });
});
afterAll(() => shop.close());

const TABS = ['/profile?tab=addresses', '/profile?tab=details', '/profile?tab=reminders'];
const FRAMED = ['/cart', '/profile', ...TABS, '/history/4711'];
const LATER = ['/cart?step=address', '/cart?step=done&order=1', '/cart?token=SECRET'];
const NEEDS_SCRIPTS = 'This page needs JavaScript, and your browser has it switched off.';

const main = (html: string) => /<main[^>]*>([\s\S]*?)<\/main>/.exec(html)?.[1] ?? '';
const scriptsIn = (html: string) => [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
const earlyIn = (html: string) => scriptsIn(html).filter((text) => text.includes('earlyCalls'));

describe('a private page', () => {
  test('has its frame in its HTML, and says at once what it is', async () => {
    const cart = main((await shop.get('/cart')).body);
    expect(cart).toMatch(/<h1[^>]*>Your cart<\/h1>/);
    expect(cart).toContain('Nothing is charged until you pay.');
    const order = main((await shop.get('/history/4711')).body);
    expect(order).toMatch(/<h1[^>]*>Order (<!-- -->)?4711<\/h1>/);
    for (const path of FRAMED) {
      const frame = main((await shop.get(path)).body);
      expect([path, frame.includes('Loading'), frame.includes('bone')]).toEqual([path, true, true]);
    }
  });

  test('says of nobody what may not be so: no sum, no number of items, nothing completed', async () => {
    for (const path of FRAMED) {
      const words = main((await shop.get(path)).body).replaceAll(/<[^>]*>/g, ' ');
      expect(words, path).not.toMatch(/£|Completed|Cancelled|item|Summary|Check Out/);
    }
  });

  test('is the same for everybody, and no cache keeps it', async () => {
    for (const path of [...FRAMED, ...LATER]) {
      const signedIn = await shop.get(path, { authorization: 'Bearer somebody', cookie: 'a=b' });
      const { body, headers } = await shop.get(path);
      expect([path, signedIn.body === body]).toEqual([path, true]);
      expect([path, headers['cache-control'], headers['cdn-cache-control']]).toEqual([path, 'no-store', undefined]);
    }
  });

  test('says without scripts that it needs them', async () => {
    for (const path of [...FRAMED, ...LATER]) {
      expect([path, (await shop.get(path)).body.split(NEEDS_SCRIPTS).length]).toEqual([path, 2]);
    }
  });

  test('asks for its scripts after the first paint, where a page with content waits for its pictures', async () => {
    const waits = async (path: string) =>
      scriptsIn((await shop.get(path)).body).some((text) => text.includes('"load"'));
    for (const path of [...FRAMED, ...LATER]) expect([path, await waits(path)]).toEqual([path, false]);
    for (const path of ['/', '/product', '/care']) expect([path, await waits(path)]).toEqual([path, true]);
  });

  test('allows the script of its early calls by hash, before the stylesheets, for which scripts wait', async () => {
    for (const path of FRAMED) {
      const { body, headers } = await shop.get(path);
      const [script = '', ...others] = earlyIn(body);
      expect([path, others]).toEqual([path, []]);
      const hash = createHash('sha256').update(script).digest('base64');
      expect(/script-src [^;]*/.exec(String(headers['content-security-policy']))?.[0]).toContain(`'sha256-${hash}'`);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(body.indexOf(script)).toBeLessThan(body.indexOf('rel="stylesheet"'));
      expect(body).not.toContain('nonce');
    }
  });
});

test('an order whose number is none is no page: nobody puts words into the mouth of the shop', async () => {
  for (const words of ['call-0900-1234', '1e3', '12345678901', '%3cb%3e']) {
    const { body } = await shop.get(`/history/${words}`);
    expect(main(body), words).toContain('Page Not Found');
    expect(main(body), words).not.toContain(decodeURIComponent(words));
    expect(earlyIn(body), words).toEqual([]);
  }
});

describe('the address of a private page', () => {
  test('makes one page of all that show the same frame', async () => {
    const body = async (path: string) => (await shop.get(path)).body;
    expect(await body('/cart?utm_source=letter')).toBe(await body('/cart'));
    expect(await body('/profile?tab=nothing')).toBe(await body('/profile'));
    expect(await body('/profile?tab=history')).toBe(await body('/profile'));
    const [later, ...same] = await Promise.all(LATER.map(body));
    for (const page of same) expect(page).toBe(later);
    expect(later).not.toContain('SECRET');
  });

  test('keeps what the checkout needs at every step of it', async () => {
    for (const path of LATER) {
      expect((await shop.get(path)).headers['cross-origin-opener-policy'], path).toBe('same-origin-allow-popups');
    }
  });

  test('that shows no frame makes no early call, nor does a public page or a number that cannot be one', async () => {
    for (const path of [...LATER, '/', '/product', '/login', '/wish-list', '/history/abc', '/history/1/receipt']) {
      expect([path, earlyIn((await shop.get(path)).body)]).toEqual([path, []]);
    }
  });
});
