import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import type { Letter } from '../letter.ts';
import { createTransport } from '../send/create-transport.ts';
import { outboxKey } from './outbox-link.ts';

const LINK = 'http://localhost:3000/account-confirm-email?q=secret-key';
const LETTER: Letter = { kind: 'confirm-email', to: 'ada@example.org', firstName: 'Ada', link: LINK };

let dataDir: string;
let shop: Awaited<ReturnType<typeof openTestShop>>;

const localhost = { host: 'localhost:3000' };
const keyed = (url: string, key = outboxKey(shop.deps.secrets)) => `${url}?key=${key}`;
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  shop.call('GET', url, { headers: { ...localhost, ...headers }, remoteAddress });
/** As whoever has the link that was printed. */
const getWithKey: typeof get = (url, ...how) => get(keyed(url), ...how);
const send = async (letter: Letter = LETTER) => {
  await shop.deps.db.transaction((tx) => shop.deps.mail.post(tx, letter));
  await shop.doJobs();
};
const outbox = (...names: string[]) => join(dataDir, 'outbox', ...names);
const newestId = async () =>
  (await readdir(outbox()))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .at(-1)
    ?.slice(20, -4);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'marigold-lane-outbox-'));
  const env = { PUBLIC_URL: 'http://localhost:3000', DATA_DIR: dataDir };
  shop = await openTestShop({ env, transport: createTransport(readConfig(env)) });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await shop.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await rm(outbox(), { recursive: true, force: true });
});

describe('works', () => {
  test('shows a letter with the pictures of the shop, and no others', async () => {
    const picture = { path: '/pictures/0123456789abcdef-320.jpg', alt: 'Pink roses in a jug' };
    const bouquet = { name: 'Tearoom', itemCode: 'ML-001', size: 'standard' as const, extras: [] };
    const items = [{ ...bouquet, quantity: 1, price: 30, picture }];
    const money = { total: 30, deliveryFee: 5, paid: 35 };
    const order = { id: 7, items, ...money, day: 'Tuesday 17 November', address: ['Nell'], note: '' };
    await send({ kind: 'order-confirmed', to: 'ada@example.org', firstName: 'Ada', order, link: LINK });
    const { body, headers } = await getWithKey(`/outbox/${await newestId()}`);
    expect(body).toContain(`src=&quot;http://localhost:3000${picture.path}&quot;`);
    const places = ['/pictures/', '/api/delivery-photos/', '/api/swaps/'];
    const sources = places.map((place) => `http://localhost:3000${place}`).join(' ');
    expect(headers['content-security-policy']).toContain(`; img-src ${sources};`);
  });

  test('an empty outbox says so', async () => {
    const page = await getWithKey('/outbox');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Nothing in here yet.');
  });

  test('lists letters, the newest first, and shows one whose link can be followed', { tags: 'G16' }, async () => {
    await send();
    shop.setNow(new Date(shop.deps.clock.now().getTime() + 1_000));
    await send({ kind: 'account-deleted', to: 'eve@example.org', firstName: 'Eve' });
    const list = await getWithKey('/outbox');
    expect(list.body.indexOf('Your account has been deleted')).toBeLessThan(list.body.indexOf('Please confirm'));
    const links = [...list.body.matchAll(/href="(\/outbox\/([0-9a-f-]{36})\?key=[\w-]{43})"/g)];
    const [newest, older] = links.map(([, link = '', id]) => ({ link, id }));
    expect(newest?.id).toBe(await newestId());

    const page = await get(older?.link as string);
    expect(page.status).toBe(200);
    expect(page.body).toContain('<h1>Please confirm your email address</h1>');
    expect(page.body).toContain('ada@example.org');
    expect(page.body).toContain(`href=&quot;${LINK}&quot;`);
    expect(page.body).toContain('&lt;base target=&quot;_top&quot;&gt;');
    expect(page.body, 'a new window is more than the frame may open').not.toContain('_blank');
    expect(page.body).toMatch(/<pre[^>]*>[^<]*secret-key/);
    expect(page.body).toContain(`Message-ID: &lt;${older?.id}@localhost&gt;`);
  });

  test('keeps each letter as a whole file that only its owner can read, once however often it is written', async () => {
    await send();
    const [name] = await readdir(outbox());
    expect(await readdir(outbox())).toHaveLength(1);
    expect(name).toMatch(/^20261116T\d{9}Z-[0-9a-f-]{36}\.eml$/);
    expect((await stat(outbox(name as string))).mode & 0o777).toBe(0o600);
    expect((await stat(outbox())).mode & 0o777).toBe(0o700);

    const transport = createTransport(shop.deps.config);
    const again = { id: name?.slice(20, -4) as string, kind: LETTER.kind, writtenAt: shop.deps.clock.now() } as const;
    await transport.deliver({ ...again, to: 'ada@example.org', subject: 'Again', html: '<p>a</p>', text: 'a' });
    expect(await readdir(outbox())).toEqual([name]);
  });

  test('every way from page to page has the key with it', async () => {
    await send();
    const letter = await getWithKey(`/outbox/${await newestId()}`);
    const none = await getWithKey('/outbox/00000000-0000-4000-8000-000000000000');
    for (const { body } of [letter, none]) {
      const back = /href="(\/outbox[^"]*)"/.exec(body)?.[1] ?? '';
      expect((await get(back)).body).toContain('<h1>Outbox</h1>');
    }
  });

  test('the page runs nothing, is kept nowhere, found by no search and named to no other page', async () => {
    const { headers } = await getWithKey('/outbox');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect((await shop.get('/api/docs/json')).body).not.toContain('outbox');
  });
});

describe('refuses', () => {
  test('an unknown letter is a page that says so', async () => {
    const page = await getWithKey('/outbox/00000000-0000-4000-8000-000000000000');
    expect(page.status).toBe(404);
    expect(page.body).toContain('There is no such letter.');
  });

  test.each(['..%2f..%2fetc%2fpasswd', '..%2fjwt-secret', '%2e%2e', '%00', '*', '.eml', 'notes.txt'])(
    'no file but a letter can be had: %s',
    async (trick) => {
      await mkdir(outbox(), { recursive: true });
      await writeFile(outbox('notes.txt'), 'private');
      await writeFile(join(dataDir, 'jwt-secret'), 'private');
      const page = await getWithKey(`/outbox/${trick}`);
      expect(page.status).toBe(404);
      expect(page.body).not.toContain('private');
    },
  );

  test('a link that lies in the folder is not followed', async () => {
    await mkdir(outbox(), { recursive: true });
    await writeFile(join(dataDir, 'elsewhere'), 'private');
    const id = '11111111-1111-4111-8111-111111111111';
    await symlink(join(dataDir, 'elsewhere'), outbox(`20261116T094600000Z-${id}.eml`));
    expect((await getWithKey(`/outbox/${id}`)).status).toBe(404);
  });

  test('a damaged file is named as such and hides no other', async () => {
    await send();
    const id = '22222222-2222-4222-8222-222222222222';
    await writeFile(outbox(`20991116T094600000Z-${id}.eml`), Buffer.from([0xff, 0xfe, 0x00, 0x41]));
    const list = await getWithKey('/outbox');
    expect(list.body).toContain('A letter that cannot be read');
    expect(list.body).toContain('Please confirm your email address');
    expect((await getWithKey(`/outbox/${id}`)).body).toContain('This letter cannot be read.');
    expect(shop.failures).toEqual([]);
  });
});

describe('protects', () => {
  test.each([
    ['another machine', {}, '203.0.113.7'],
    ['another machine in the same house', {}, '192.168.1.20'],
    ['another machine, by IPv6', {}, '::ffff:203.0.113.7'],
    ['a proxy here', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['a proxy of another kind', { forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
    ['a proxy that says little', { via: '1.1 proxy' }, '127.0.0.1'],
    ['a proxy that tells the host', { 'x-forwarded-host': 'localhost' }, '127.0.0.1'],
    ['a page whose name points here', { host: 'evil.example:3000' }, '127.0.0.1'],
  ])('%s finds no such page', async (_name, headers, remoteAddress) => {
    await send();
    const list = await getWithKey('/outbox', headers, remoteAddress);
    const letter = await getWithKey(`/outbox/${await newestId()}`, headers, remoteAddress);
    for (const { status, body } of [list, letter]) {
      expect(status).toBe(404);
      expect(body).toBe('{"detail":"Not found."}');
    }
  });

  test('a request through a plain proxy on this machine finds no such page without the key', async () => {
    await send();
    const { port } = shop.app.server.address() as AddressInfo;
    const forwarder = createServer((caller) => {
      const onward = connect(port, '127.0.0.1');
      caller.pipe(onward).pipe(caller);
    });
    await new Promise<void>((resolve) => forwarder.listen(0, '127.0.0.1', resolve));
    const origin = `http://localhost:${(forwarder.address() as AddressInfo).port}`;
    for (const path of ['/outbox', `/outbox/${await newestId()}`]) {
      const refused = await fetch(`${origin}${path}`, { headers: { connection: 'close' } });
      expect([path, refused.status, await refused.text()]).toEqual([path, 404, '{"detail":"Not found."}']);
      const shown = await fetch(`${origin}${keyed(path)}`, { headers: { connection: 'close' } });
      expect([path, shown.status]).toEqual([path, 200]);
    }
    forwarder.close();
  });

  test('no other key opens it', async () => {
    const key = outboxKey(shop.deps.secrets);
    const others = ['', 'x', key.slice(1), `${key}x`, key.toUpperCase(), '%00', 'x'.repeat(5_000), `${key}&key=${key}`];
    for (const other of others) expect((await get(keyed('/outbox', other))).status, other).toBe(404);
    expect((await get(`/outbox?key[]=${key}`)).status).toBe(404);
    expect((await get('/outbox', { authorization: `Bearer ${key}`, cookie: `key=${key}` })).status).toBe(404);
  });

  const HERE = { PUBLIC_URL: 'http://localhost:3000' };
  test.each([
    ['letters leave by SMTP', { ...HERE, SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['the shop has a public name', { PUBLIC_URL: 'https://shop.example' }],
    ['the shop is a demonstration with a public name', { PUBLIC_URL: 'https://shop.example', DEMO: 'true' }],
    ['the shop listens for everyone', { ...HERE, HOST: '0.0.0.0' }],
    ['the shop listens in the house', { ...HERE, HOST: '192.168.1.20' }],
    ['a proxy is named', { ...HERE, TRUST_PROXY: '127.0.0.1' }],
  ])('there is no such page where %s', async (_name, env) => {
    const other = await openTestShop({ env });
    expect(other.app.hasRoute({ method: 'GET', url: '/outbox' })).toBe(false);
    const url = `/outbox?key=${outboxKey(other.deps.secrets)}`;
    expect((await other.call('GET', url, { headers: localhost })).status).toBe(404);
    await other.close();
  });
});
