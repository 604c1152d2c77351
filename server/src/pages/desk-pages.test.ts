import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claims } from '#server/features/claims/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { invite, joinWithPasskey, openBrowser } from '#server/testing/desk-browser.ts';
import { fillDay } from '#server/testing/fill-day.ts';
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

/** A page as a browser without scripts sees it: the cookies it has are sent, and those it is given are kept. */
function openPages(cookies = new Map<string, string>()) {
  const ask = async (method: 'GET' | 'POST', path: string, form?: Record<string, string>) => {
    const response = await shop.app.inject({
      method,
      url: path,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { ...FORM, origin: 'https://shop.example', host: 'shop.example' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.statusCode,
      to: response.headers.location,
      html: response.body,
      headers: response.headers,
    };
  };
  return { get: (path: string) => ask('GET', path), send: (path: string, form = {}) => ask('POST', path, form) };
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

describe('without scripts', () => {
  test('a link is asked for, opened by a press, and the desk is open; signing out ends it', async () => {
    const { email } = await invite(shop, ['owner']);
    const pages = openPages();
    expect(await pages.send('/desk/sign-in', { email })).toMatchObject({ status: 303, to: '/desk/sign-in?sent=1' });
    expect((await pages.get('/desk/sign-in?sent=1')).html).toContain('a link goes to it');
    await shop.doJobs();
    const path = shop.letters().findLast(({ to, link }) => to === email && link.includes('/desk/link/'))?.path ?? '';
    expect((await pages.get(path)).html).toContain('Open the desk');
    expect(await pages.send(path)).toMatchObject({ status: 303, to: '/desk/passkey' });
    expect((await pages.get('/desk/staff')).html).toContain('Invite someone');
    const again = await pages.send(path);
    expect([again.status, again.html.includes('This link has been used or is too old.')]).toEqual([404, true]);
    expect(await pages.send('/desk/sign-out')).toMatchObject({ status: 303, to: '/desk/sign-in' });
    expect((await pages.get('/desk/staff')).status).toBe(302);
  });

  test('a form from an open page, which asks for data, is taken like any other', async () => {
    const { headers } = await employ(shop, ['owner']);
    const response = await shop.app.inject({
      method: 'POST',
      url: '/desk/sign-out.data',
      headers: { ...headers, ...FORM, host: 'shop.example' },
      payload: '',
    });
    expect(response.statusCode).toBeLessThan(400);
    expect(String(response.headers['set-cookie'])).toContain('Max-Age=0');
  });

  test('what is wrong stands at its field', async () => {
    const { status, html } = await openPages().send('/desk/sign-in', { email: 'wren' });
    expect([status, html.includes('Enter a valid email address.')]).toEqual([400, true]);
  });

  test('a claim that is refused keeps what was picked and typed', async () => {
    const [order = 0] = await fillDay(shop.connectionString, { day: '2026-11-15', count: 1 });
    const claimed = {
      orderId: order,
      text: 'All brown',
      photo: Buffer.from('photo'),
      madeAt: new Date(),
      onTheDay: true,
    };
    const [claim] = await shop.deps.db.insert(claims).values(claimed).returning({ id: claims.id });
    const pages = openPages(new Map([cookieOf(await employ(shop, ['florist']))]));
    const typed = { do: 'refund', amount: '9999', words: 'So sorry, Nell: <three> heads were brown.' };
    const { status, html } = await pages.send(`/desk/claims/${claim?.id}`, typed);
    expect([status, html.includes('is left.')]).toEqual([400, true]);
    expect(html).toMatch(/<textarea[^>]*>So sorry, Nell: &lt;three&gt; heads were brown\.<\/textarea>/);
    expect(html).toMatch(/<input[^>]*name="amount"[^>]*value="9999"/);
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="refund"/);
  });

  test('an invitation says what it is for, and when it is over', async () => {
    const { key } = await invite(shop, ['florist']);
    const pages = openPages();
    const { html } = await pages.get(`/desk/invitation/${key}`);
    for (const words of ['You are invited to the bench.', 'See the day sheet and tie', 'Monday 23 November'])
      expect(html).toContain(words);
    const sent = await pages.send(`/desk/invitation/${key}`, { name: 'Wren' });
    expect(sent).toMatchObject({ status: 303, to: `/desk/invitation/${key}?sent=1` });
    expect((await pages.get('/desk/invitation/no-such-key')).html).toContain('This invitation is over.');
  });

  test('a recovery code opens the desk', async () => {
    const wren = await joinWithPasskey(shop);
    const { codes } = (await wren.browser.post('/api/desk/recovery-codes/')).json;
    const pages = openPages();
    const form = { email: wren.email, code: codes[0] };
    expect(await pages.send('/desk/sign-in/code', form)).toMatchObject({ status: 303, to: '/desk/passkey' });
    expect((await pages.get('/desk/devices')).html).toContain('9 of ten are left');
  });

  test('an owner changes roles, signs a device out and disables somebody', async () => {
    const hana = await employ(shop, ['owner']);
    const wren = await joinWithPasskey(shop, ['driver'], 'Wren Adeyemi');
    const pages = openPages(new Map([cookieOf(hana)]));
    const id = String(wren.staffId);
    await pages.send('/desk/staff', { do: 'roles', id, roles: 'florist,owner' });
    expect((await wren.browser.get('/api/desk/me/')).json.roles).toEqual(['florist', 'owner']);
    const [device] = (await wren.browser.get('/api/desk/devices/')).json.devices;
    await pages.send('/desk/staff', { do: 'sign out', id: device.id });
    expect((await wren.browser.get('/api/desk/me/')).status).toBe(401);
    expect(await pages.send('/desk/staff', { do: 'disable', id })).toMatchObject({ status: 303, to: '/desk/staff' });
    expect((await pages.get('/desk/staff')).html).toContain('Wren Adeyemi, disabled');
    const invited = await pages.send('/desk/staff', {
      do: 'invite',
      name: 'Robin',
      email: 'robin@shop.example',
      role: 'driver',
    });
    expect(invited).toMatchObject({ status: 303, to: '/desk/staff?invited=robin%40shop.example' });
  });

  test('a form is taken under whichever name the shop is called by', async () => {
    const { headers } = await employ(shop, ['owner']);
    const response = await shop.app.inject({
      method: 'POST',
      url: '/desk/sign-out',
      headers: { ...headers, ...FORM, host: 'shop.local', origin: 'https://shop.local' },
      payload: '',
    });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/desk/sign-in']);
  });

  test('a form of another site is refused', async () => {
    const { headers } = await employ(shop, ['owner']);
    const response = await shop.app.inject({
      method: 'POST',
      url: '/desk/sign-out',
      headers: { ...headers, ...FORM, host: 'shop.example', origin: 'https://evil.example' },
      payload: '',
    });
    expect([response.statusCode, response.json()]).toEqual([403, { detail: 'Only a page of the desk may do that.' }]);
    expect((await openBrowserWith(headers).get('/api/desk/me/')).status).toBe(200);
  });
});

function openBrowserWith({ cookie }: { cookie: string }) {
  const browser = openBrowser(shop);
  const [name, value] = cookieOf({ headers: { cookie } });
  browser.cookies.set(name, value);
  return browser;
}
