import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { invite, joinWithPasskey, openBrowser } from '#server/testing/desk-browser.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { loadStorefront } from './storefront.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop({ storefront: await loadStorefront() });
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));
beforeEach(() => shop.deps.db.execute(sql`truncate throttles`));

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A page as a browser gets it, with the cookies it has. */
function openPages(cookies = new Map<string, string>()) {
  const get = async (url: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { statusCode, headers, body } = await shop.app.inject({ url, headers: { cookie } });
    return { status: statusCode, to: headers.location, html: body, headers };
  };
  return { get };
}

test('strangers who open the page to sign in again and again hold up neither colleagues nor others', async () => {
  const { headers } = await employ(shop);
  const open = (remoteAddress: string, more = {}) =>
    shop.app.inject({ url: '/desk/sign-in', remoteAddress, headers: more });
  const atWork = () => shop.app.inject({ url: '/desk', remoteAddress: '198.51.100.7', headers });
  expect((await atWork()).statusCode).toBe(200);
  let drawn = 0;
  const strangers = Array.from({ length: 30 }, async () => {
    await open('198.51.100.7');
    drawn += 1;
  });
  await Promise.all([atWork(), open('203.0.113.9')]);
  expect(drawn).toBeLessThan(15);
  await Promise.all(strangers);
});

describe('pages of the desk', () => {
  test('lead whoever is not signed in to the door, and back afterwards', async () => {
    const pages = openPages();
    expect(await pages.get('/desk')).toMatchObject({ status: 302, to: '/desk/sign-in' });
    expect(await pages.get('/desk/staff')).toMatchObject({ status: 302, to: '/desk/sign-in?next=%2Fdesk%2Fstaff' });
    const { status, html, headers } = await pages.get('/desk/sign-in?next=%2F%2Fevil.example');
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex']);
    expect(html).toContain('Sign in with a passkey');
    expect(html).not.toContain('href="//evil.example');
  });

  test('show what a role may do and nothing else', async () => {
    const asOwner = openPages(new Map([cookieOf(await employ(shop, ['owner']))]));
    const asFlorist = openPages(new Map([cookieOf(await employ(shop, ['florist']))]));
    expect((await asOwner.get('/desk/more')).html).toMatch(/<a[^>]*href="\/desk\/staff"/);
    expect((await asFlorist.get('/desk/more')).html).not.toMatch(/<a[^>]*href="\/desk\/staff"/);
    const refused = await asFlorist.get('/desk/staff');
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('That is not yours to do here.');
  });

  test('of the settings name the version of the shop, for whoever asks for help', async () => {
    const asOwner = openPages(new Map([cookieOf(await employ(shop, ['owner']))]));
    const { version } = (await shop.get('/health')).json();
    expect((await asOwner.get('/desk/settings')).html).toContain(`>Marigold Lane ${version}<`);
  });

  test('of which there is none say so', async () => {
    const { status, html } = await openPages().get('/desk/nowhere');
    expect(status).toBe(404);
    expect(html).toContain('There is no such page.');
  });
});

const cookieOf = ({ headers }: { headers: { cookie: string } }) => headers.cookie.split('=', 2) as [string, string];

describe('are sent compressed', () => {
  const ask = async (encoding: string | undefined, url = '/desk/more', method: 'GET' | 'HEAD' = 'GET') => {
    const { headers } = await employ(shop, ['owner']);
    const accepted = encoding === undefined ? {} : { 'accept-encoding': encoding };
    return shop.app.inject({ method, url, headers: { ...headers, ...accepted } });
  };
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const)('to a browser that accepts %s as %s', async (accepted, coding) => {
    const plain = await ask(undefined);
    const { headers, rawPayload } = await ask(accepted);
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Cookie, Accept-Encoding']);
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(unpack[coding](rawPayload).toString()).toContain('Sign out on this device');
  });

  test('and as they are to one that accepts nothing', async () => {
    for (const accepted of [undefined, 'identity', 'br;q=0']) {
      const { headers, body } = await ask(accepted);
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Cookie, Accept-Encoding']);
      expect(body).toContain('Sign out on this device');
    }
  });

  test('the data that an open page asks for too; what is short, as a redirect, is not', async () => {
    expect((await ask('br', '/desk/staff.data')).headers['content-encoding']).toBe('br');
    expect((await shop.app.inject({ url: '/desk', headers: { 'accept-encoding': 'br' } })).headers).not.toHaveProperty(
      'content-encoding',
    );
  });

  test('and tell no secret by their length: neither the session nor the nonce of its scripts is in a page', async () => {
    const { headers } = await employ(shop, ['owner']);
    for (const url of ['/desk', '/desk/more', '/desk/staff', '/desk/devices']) {
      const { body } = await shop.app.inject({ url, headers });
      expect(body).not.toContain(headers.cookie.split('=')[1]);
      expect(body).not.toContain('nonce=');
    }
  });
});

describe('pressing', () => {
  const signOut = async (headers: Record<string, string>) =>
    shop.app.inject({ method: 'POST', url: '/desk/sign-out', headers: { ...FORM, ...headers }, payload: '' });

  test('a link from a letter opens nothing by being looked at; what the shop answers its press with opens the desk', async () => {
    const { email } = await invite(shop, ['owner']);
    const browser = openBrowser(shop);
    expect((await browser.post('/api/desk/sign-in/link/', { email })).status).toBe(200);
    await shop.doJobs();
    const path = shop.letters().findLast(({ to, link }) => to === email && link.includes('/desk/link/'))?.path ?? '';
    const pages = openPages(browser.cookies);
    expect((await pages.get(path)).html).toContain('Open the desk');
    expect((await pages.get('/desk/staff')).status).toBe(302);
    const key = path.slice(path.lastIndexOf('/') + 1);
    expect((await browser.post('/api/desk/sign-in/by-link/', { key })).status).toBe(200);
    expect((await pages.get('/desk/staff')).html).toContain('Invite someone');
    expect((await browser.post('/api/desk/sign-in/by-link/', { key })).json).toEqual({
      detail: 'This link has been used or is too old. Ask for another one.',
    });
  });

  test('is sent by the open page to the API: a page itself takes no form', async () => {
    const { headers } = await employ(shop, ['owner']);
    for (const url of ['/desk', '/desk/staff', '/desk/staff.data', '/desk/sign-in', '/desk/sign-out.data']) {
      const sent = { ...headers, ...FORM, host: 'shop.example', origin: 'https://shop.example' };
      const { statusCode } = await shop.app.inject({ method: 'POST', url, headers: sent, payload: 'do=invite' });
      expect([url, statusCode]).toEqual([url, 404]);
    }
  });

  test('signing out that failed does not lead to the door as if it had not', async () => {
    const { headers } = await employ(shop, ['owner']);
    await shop.deps.db.execute(sql`alter table staff_sessions rename to away`);
    const response = await signOut({ ...headers, host: 'shop.example', origin: 'https://shop.example' });
    await shop.deps.db.execute(sql`alter table away rename to staff_sessions`);
    expect([response.statusCode, response.headers.location]).toEqual([303, '/desk/sign-out']);
    expect(shop.failures.splice(0).length).toBeGreaterThan(0);
  });

  test('signing out works without scripts, and ends the session', async () => {
    const { headers } = await employ(shop, ['owner']);
    const { html } = await openPages(new Map([cookieOf({ headers })])).get('/desk/more');
    expect(html).toContain('action="/desk/sign-out" method="post"');
    expect(html).toContain('<noscript><p class="desk-warn m-4">This browser runs no scripts');
    const response = await signOut({ ...headers, host: 'shop.example', origin: 'https://shop.example' });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/desk/sign-in']);
    expect(String(response.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await openBrowserWith(headers).get('/api/desk/me/')).status).toBe(401);
  });

  test('signing out works under whichever name the shop is called by', async () => {
    const { headers } = await employ(shop, ['owner']);
    const response = await signOut({ ...headers, host: 'shop.local', origin: 'https://shop.local' });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/desk/sign-in']);
  });

  test('a form of another site signs nobody out', async () => {
    const { headers } = await employ(shop, ['owner']);
    const response = await signOut({ ...headers, host: 'shop.example', origin: 'https://evil.example' });
    expect([response.statusCode, response.json()]).toEqual([403, { detail: 'Only a page of the desk may do that.' }]);
    expect((await openBrowserWith(headers).get('/api/desk/me/')).status).toBe(200);
  });
});

describe('pages before and behind the door', () => {
  test('an invitation says what it is for, and when it is over', async () => {
    const { key } = await invite(shop, ['florist']);
    const pages = openPages();
    const { html } = await pages.get(`/desk/invitation/${key}`);
    for (const words of ['You are invited to the bench.', 'See the day sheet and tie', 'Monday 23 November'])
      expect(html).toContain(words);
    expect((await pages.get(`/desk/invitation/${key}?sent=1`)).html).toContain('Look into your mail.');
    expect((await pages.get('/desk/invitation/no-such-key')).html).toContain('This invitation is over.');
  });

  test('a recovery code opens the desk, and the devices say how many are left', async () => {
    const wren = await joinWithPasskey(shop);
    const { codes } = (await wren.browser.post('/api/desk/recovery-codes/')).json;
    const browser = openBrowser(shop);
    await browser.post('/api/desk/sign-in/by-code/', { email: wren.email, code: codes[0] });
    expect((await openPages(browser.cookies).get('/desk/devices')).html).toContain('9 of ten are left');
  });

  test('the staff are shown with what became of them', async () => {
    const hana = await employ(shop, ['owner']);
    const wren = await joinWithPasskey(shop, ['driver'], 'Wren Adeyemi');
    await openBrowserWith(hana.headers).post(`/api/desk/staff/${wren.staffId}/disable/`);
    const { html } = await openPages(new Map([cookieOf(hana)])).get('/desk/staff');
    expect(html).toContain('Wren Adeyemi, disabled');
  });
});

function openBrowserWith({ cookie }: { cookie: string }) {
  const browser = openBrowser(shop);
  const [name, value] = cookieOf({ headers: { cookie } });
  browser.cookies.set(name, value);
  return browser;
}
