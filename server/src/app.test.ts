import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTextsInWorker } from './api-document/api-texts.ts';
import { shopDetails } from './features/shop/table.ts';
import { openTestShop } from './testing/test-shop.ts';

type Operation = {
  summary?: string;
  tags?: string[];
  requestBody?: object;
  parameters?: { in: string; name: string }[];
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};

/** What calls give that is no JSON. */
const TYPES = [
  ['photo/', 'image/jpeg'],
  ['photos/{token}/', 'image/jpeg'],
  ['/csv/', 'text/csv'],
  ['/live/', 'text/event-stream'],
  ['/delivery/calendar/', 'text/calendar'],
] as const;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const readDocument = async () =>
  (await shop.get('/api/docs/json')).json() as { paths: Record<string, Record<string, Operation>> };

describe('the API document', () => {
  test('is of the version that package.json states', async () => {
    expect((await shop.get('/api/docs/json')).json().info.version).toBe(version);
  });

  test('names these calls and no others', { tags: ['§1.6', 'G31'] }, async () => {
    const { paths } = await readDocument();
    // Those of the desk are listed in desk-authorisation.test.ts.
    const ofShop = Object.keys(paths).filter((path) => !path.startsWith('/api/desk/'));
    expect(ofShop.toSorted()).toEqual([
      '/account-confirm-email/{key}/',
      '/api/delivery-photos/{token}/',
      '/api/delivery/',
      '/api/delivery/days/',
      '/api/payments/paypal/setup/',
      '/api/payments/paypal/webhook/',
      '/api/products/',
      '/api/products/facets/',
      '/api/products/{id}/',
      '/api/products/{id}/related/',
      '/api/products/{id}/reviews/',
      '/api/swaps/{key}/',
      '/api/swaps/{key}/answer/',
      '/api/swaps/{key}/photo/',
      '/api/track/{token}/',
      '/api/user/continue-with-email/',
      '/api/user/login-code/',
      '/api/user/login-code/use/',
      '/api/user/login-link/',
      '/api/user/login/',
      '/api/user/orders/',
      '/api/user/orders/{orderId}/',
      '/api/user/orders/{orderId}/cancel/',
      '/api/user/orders/{orderId}/change/',
      '/api/user/orders/{orderId}/changes/',
      '/api/user/orders/{orderId}/claim/',
      '/api/user/orders/{orderId}/claim/photo/',
      '/api/user/orders/{orderId}/claim/promise/',
      '/api/user/orders/{orderId}/delivery/',
      '/api/user/orders/{orderId}/delivery/calendar/',
      '/api/user/orders/{orderId}/delivery/photo/',
      '/api/user/orders/{orderId}/order-items/',
      '/api/user/orders/{orderId}/order-items/{itemId}/',
      '/api/user/orders/{orderId}/receipt/',
      '/api/user/orders/{orderId}/update-code/',
      '/api/user/orders/{orderId}/update-delivery-date/',
      '/api/user/orders/{orderId}/update-shipping-address/',
      '/api/user/orders/{orderId}/update-text/',
      '/api/user/orders/{orderId}/update-wishes/',
      '/api/user/payments/paypal/capture-order/',
      '/api/user/payments/paypal/create-order/',
      '/api/user/payments/paypal/status/',
      '/api/user/profile/',
      '/api/user/profile/address/',
      '/api/user/profile/address/{id}/',
      '/api/user/profile/address/{id}/wishes/',
      '/api/user/profile/code/',
      '/api/user/profile/delete/',
      '/api/user/profile/download/',
      '/api/user/profile/email/',
      '/api/user/profile/password/',
      '/api/user/profile/reminders/',
      '/api/user/profile/reminders/{id}/',
      '/api/user/profile/resend-confirmation/',
      '/api/user/profile/sessions/',
      '/api/user/profile/sessions/{sessionId}/',
      '/api/user/register/',
      '/api/user/reviews/{productId}/',
      '/api/user/wish-list/',
      '/api/user/wish-list/link/',
      '/api/user/wish-list/merge/',
      '/api/user/wish-list/{productId}/',
      '/api/v1/auth/logout/',
      '/api/v1/auth/password/reset/',
      '/api/wish-list/bouquets/',
      '/api/wish-list/shared/{token}/',
      '/auth/refresh/',
      '/health',
      '/password/reset/confirm/{uid}/{token}',
      '/ready',
      '/reminders/stop/{token}',
    ]);
  });

  test('tells of each call what it is for, what it gives and how it refuses', { tags: '§1.6' }, async () => {
    const { paths } = await readDocument();
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const name = `${method} ${path}`;
        expect(operation.summary, name).toBeTruthy();
        expect(operation.tags, name).toHaveLength(1);
        const good = operation.responses['200'] ?? operation.responses['201'];
        const type = TYPES.find(([ending]) => path.endsWith(ending))?.[1] ?? 'application/json';
        if (!operation.responses['204']) expect(good?.content?.[type]?.schema, name).toBeDefined();
        for (const status of ['500', '503']) expect(Object.keys(operation.responses), name).toContain(status);
        for (const [status, { description }] of Object.entries(operation.responses)) {
          expect(description, `${name} ${status}`).not.toBe('Default Response');
        }
        const places = new Set((operation.parameters ?? []).map((parameter) => parameter.in));
        if (places.has('query')) expect(Object.keys(operation.responses), name).toContain('400');
        // The link that sets a password is part of a form: what is wrong with it stands under `token`.
        const unknown = path.startsWith('/password/') ? '400' : '404';
        if (places.has('path')) expect(Object.keys(operation.responses), name).toContain(unknown);
        if (operation.requestBody) expect(Object.keys(operation.responses), name).toContain('400');
      }
    }
  });

  test('is written in a thread as it is here, once, compressed, with a tag and not sent again', async () => {
    const here = { json: JSON.stringify(shop.app.swagger()), yaml: shop.app.swagger({ yaml: true }) };
    expect(await writeTextsInWorker(shop.deps.config)()).toEqual(here);
    for (const kind of ['json', 'yaml'] as const) {
      const url = `/api/docs/${kind}`;
      const plain = await shop.get(url);
      expect(plain.body).toBe(here[kind]);
      const { rawPayload, headers } = await shop.app.inject({ url, headers: { 'accept-encoding': 'br' } });
      expect(headers['content-encoding']).toBe('br');
      expect(rawPayload.length).toBeLessThan(50_000);
      expect(brotliDecompressSync(rawPayload).toString()).toBe(here[kind]);
      expect((await shop.get(url, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    }
  }, 60_000);

  test('can be read by people', async () => {
    const page = await shop.get('/api/docs/');
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  });
});

describe('refusals', () => {
  test.each([
    ['POST', '/api/products/', 404],
    ['GET', '/api/products', 404],
    ['GET', '/api/%ZZ', 404],
  ] as const)('%s %s is %i with detail', { tags: 'G12' }, async (method, url, status) => {
    const response = await shop.app.inject({ method, url });
    expect([response.statusCode, response.json()]).toEqual([status, { detail: 'Not found.' }]);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  test('what goes wrong on our side is logged once and tells nothing', async () => {
    const broken = await openTestShop();
    await broken.deps.db.$client.query('ALTER TABLE products RENAME TO lost');
    const response = await broken.get('/api/products/');
    expect([response.status, response.json()]).toEqual([500, { detail: 'Something went wrong on our side.' }]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(broken.failures).toHaveLength(1);
    await broken.close();
  });
});

describe('what never becomes a request', () => {
  const send = async (head: string): Promise<string> => {
    const { port } = shop.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(head);
    const pieces: Buffer[] = [];
    for await (const piece of socket) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };

  test.each([
    ['HTTP/1.1 431', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(40_000)}\r\n\r\n`],
    ['HTTP/1.1 400', 'NONSENSE\r\n\r\n'],
  ])('is refused with %s in our words and with our headers', async (status, head) => {
    if (!shop.app.server.listening) await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const response = await send(head);
    expect(response).toMatch(new RegExp(`^${status}`));
    expect(response).toContain('x-content-type-options: nosniff');
    expect(response).toContain('{"detail":');
  });
});

describe('GET /health and /ready', () => {
  test('answer ok while the database does, and which version lives', async () => {
    expect((await shop.get('/health')).json()).toEqual({ status: 'ok', version });
    expect((await shop.get('/ready')).json()).toEqual({ status: 'ok' });
  });

  test('without the database the process lives but is not ready', async () => {
    const other = await openTestShop();
    await other.deps.db.$client.end();
    expect((await other.get('/health')).status).toBe(200);
    const list = await other.get('/api/products/');
    expect([list.status, list.headers['retry-after'], list.json()]).toEqual([503, '5', { detail: expect.any(String) }]);
    const ready = await other.get('/ready');
    expect([ready.status, ready.json()]).toEqual([503, { detail: 'The database does not answer.' }]);
    await other.app.close();
  });
});

describe('GET /.well-known/security.txt', () => {
  const ask = async (of = shop) => {
    const { status, headers, body } = await of.get('/.well-known/security.txt');
    const fields = body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ', 2));
    return { status, type: headers['content-type'], body, fields: Object.fromEntries(fields) };
  };

  test('says where to write to, in which language and until when it is so', async () => {
    const { status, type, fields } = await ask();
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(fields).toEqual({
      Contact: 'mailto:hello@marigoldlane.example',
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'Preferred-Languages': 'en',
      Canonical: 'https://shop.example/.well-known/security.txt',
    });
  });

  test('is always good for another month, and never for a year', async () => {
    const other = await openTestShop();
    for (const now of ['2026-12-31T23:59:59Z', '2028-02-29T00:00:00Z']) {
      other.setNow(new Date(now));
      const days = (Date.parse((await ask(other)).fields.Expires) - Date.parse(now)) / 86_400_000;
      expect(days).toBeGreaterThan(31);
      expect(days).toBeLessThan(365);
    }
    await other.close();
  });

  test('names the address that the owner has set, and no address of its own without https', async () => {
    const other = await openTestShop({ env: { PUBLIC_URL: 'http://localhost:3000' } });
    await other.deps.db.insert(shopDetails).values({ email: 'flowers+shop@marigoldlane.example' });
    await other.deps.shopDetails.renew();
    const { body, fields } = await ask(other);
    expect(fields.Contact).toBe('mailto:flowers%2Bshop@marigoldlane.example');
    expect(body).not.toContain('Canonical');
    await other.close();
  });
});
