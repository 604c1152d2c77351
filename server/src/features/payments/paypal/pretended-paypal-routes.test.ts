import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());

const OPTIONS = 'client-id=stand-in-client&currency=GBP&components=buttons&intent=capture';

async function openPayment() {
  const { token, order } = await checkout.fillCart();
  return { token, order, id: (await checkout.pay.create(token, order)).json().id as string };
}
const approve = (body: object | string, headers: Record<string, string> = {}) =>
  checkout.shop.call('POST', '/pretended-paypal/checkoutnow/approve', { body, headers });

describe('works', () => {
  test('the shop tells browsers of its own origin alone, and the buttons come from there', async () => {
    const setup = await checkout.shop.get('/api/payments/paypal/setup/');
    expect(setup.json()).toMatchObject({ sdk_url: '/pretended-paypal/sdk/js', pretended: true });
    const script = await checkout.shop.get(`/pretended-paypal/sdk/js?${OPTIONS}`);
    expect(script.status).toBe(200);
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.body).toContain('startSdk(');
    expect(script.body).not.toContain('127.0.0.1');
  });

  test('a payment is approved in the window that the shop passes on, and is taken', async () => {
    const { token, order, id } = await openPayment();
    const page = await checkout.shop.get(`/pretended-paypal/checkoutnow?token=${id}`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Pay Marigold Lane');
    expect(page.body).not.toMatch(/127\.0\.0\.1|localhost/);
    for (const part of ['page.js', 'page.css']) {
      expect((await checkout.shop.get(`/pretended-paypal/checkoutnow/${part}`)).status, part).toBe(200);
    }
    expect((await approve({ token: id, funding: 'card' })).json()).toMatchObject({ orderID: id, status: 'APPROVED' });
    expect((await checkout.pay.capture(token, order.id, id)).json()).toMatchObject({ state: 'paid' });
  });

  test('the window runs its own scripts, is kept nowhere, and may speak with the page that opened it', async () => {
    const { id } = await openPayment();
    const { headers } = await checkout.shop.get(`/pretended-paypal/checkoutnow?token=${id}`);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/);
    const script = await checkout.shop.get(`/pretended-paypal/sdk/js?${OPTIONS}`);
    expect(script.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(script.headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

describe('refuses', () => {
  test('what is no approval is not passed on', async () => {
    const { id } = await openPayment();
    for (const wrong of [
      {},
      { token: 7 },
      { token: '../standin/reset' },
      { token: id, amount: 1 },
      { token: id, funding: 'gold' },
    ]) {
      expect((await approve(wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
    // What a page of another site can send without asking first.
    expect((await approve(JSON.stringify({ token: id }), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await approve(`token=${id}`, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await approve({ token: 'x'.repeat(2_000) })).status).toBe(413);
    expect((await approve({ token: 'NOSUCHORDER' })).status).toBe(404);
  });

  test('who approves without an end has to wait', async () => {
    const remoteAddress = '203.0.113.9';
    const url = '/pretended-paypal/checkoutnow/approve';
    const statuses = new Set<number>();
    for (let count = 0; count < 201; count++) {
      statuses.add((await checkout.shop.call('POST', url, { body: { token: 'NONE' }, remoteAddress })).status);
    }
    expect([...statuses]).toEqual([404, 429]);
  });
});

describe('protects', () => {
  test.each([
    ['GET', '/standin/ledger'],
    ['GET', '/standin/state'],
    ['POST', '/standin/approve'],
    ['POST', '/standin/reset'],
    ['POST', '/standin/faults'],
    ['POST', '/standin/clock'],
    ['POST', '/v1/oauth2/token'],
    ['POST', '/v2/checkout/orders'],
    ['GET', '/v2/checkout/orders/x'],
    ['GET', '/v1/notifications/webhooks'],
    ['GET', '/sdk/../standin/state'],
    ['GET', '/sdk/..%2fstandin/state'],
    ['GET', '/checkoutnow/../standin/state'],
    ['GET', '/checkoutnow/%2e%2e/standin/state'],
    ['GET', '/checkoutnow//standin/state'],
    ['POST', '/checkoutnow/approve/../../standin/reset'],
    ['POST', '/checkoutnow'],
    ['PUT', '/checkoutnow/approve'],
  ] as const)('nothing else of the pretended PayPal can be reached: %s %s', async (method, path) => {
    const { status } = await checkout.shop.call(
      method,
      `/pretended-paypal${path}`,
      method === 'GET' ? {} : { body: {} },
    );
    expect(status).toBe(404);
  });

  test('there is no such window where PayPal is real', async () => {
    const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };
    const shop = await openTestShop({ env: PAYPAL });
    for (const path of ['/sdk/js', '/checkoutnow', '/checkoutnow/page.js']) {
      expect((await shop.get(`/pretended-paypal${path}`)).status).toBe(404);
    }
    await shop.close();
  });

  describe('from a pretended PayPal that misbehaves', () => {
    let server: Server;
    let shop: Awaited<ReturnType<typeof openTestShop>>;
    let flood = true;
    beforeAll(async () => {
      server = createServer((_request, response) => {
        if (!flood) return void response.writeHead(302, { location: 'https://evil.example/' }).end();
        response.writeHead(200, { 'content-type': 'text/javascript', 'set-cookie': 'a=b' });
        response.write('x'.repeat(1024 * 1024));
        response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      shop = await openTestShop({ env: { PAYPAL_API_BASE: `http://127.0.0.1:${port}` } });
    });
    afterAll(async () => {
      await shop.close();
      server.close();
    });

    test.each([
      ['a flood', true],
      ['another address', false],
    ])('%s is not passed on', async (_name, isFlood) => {
      flood = isFlood;
      const answer = await shop.get(`/pretended-paypal/sdk/js?${OPTIONS}`);
      expect(answer.status).toBe(503);
      expect(answer.json()).toEqual({ detail: "We couldn't reach the payment service. Nothing has been charged." });
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(answer.headers).not.toHaveProperty('location');
    });
  });
});
