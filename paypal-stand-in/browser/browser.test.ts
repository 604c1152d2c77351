import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrder, openTestStandIn } from '../testing/test-stand-in.ts';

let paypal: Awaited<ReturnType<typeof openTestStandIn>>;
beforeAll(async () => {
  paypal = await openTestStandIn();
});
afterAll(() => paypal.close());

const get = async (path: string) => {
  const response = await fetch(`${paypal.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const GOOD =
  'client-id=stand-in-client&currency=GBP&components=buttons,hosted-fields&enable-funding=card&intent=capture';

describe('GET /sdk/js', () => {
  test('is one script that a browser can read, with no trace of types or modules', async () => {
    const { text, headers } = await get(`/sdk/js?${GOOD}`);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(() => new Script(text)).not.toThrow();
    expect(text).not.toMatch(/^(import|export)\b/m);
    expect(text).toContain('startSdk({"components":["buttons","hosted-fields"],"funding":["paypal","card"]})');
  });

  test.each([
    [GOOD.replace('GBP', 'USD'), 'currency=USD: expected GBP.'],
    [GOOD.replace('currency=GBP&', ''), 'currency is missing.'],
    [GOOD.replace('buttons,', 'buttonz,'), 'components=buttonz,hosted-fields: expected buttons or hosted-fields.'],
    [GOOD.replace('intent=capture', 'intent=authorize'), 'intent=authorize: expected capture.'],
    [GOOD.replace('client-id', 'clientId'), 'clientId is not an option the stand-in knows.'],
    [GOOD.replace('stand-in-client', 'live'), 'client-id=live: the stand-in was started with stand-in-client.'],
  ])('throws in the page for %s', { tags: '§7.22' }, async (query, words) => {
    const { text } = await get(`/sdk/js?${query}`);
    const said: string[] = [];
    const run = () => new Script(text).runInNewContext({ console: { error: (line: string) => said.push(line) } });
    expect(run).toThrow(words);
    expect(said.join()).toContain(words);
  });
});

describe('GET /checkoutnow', () => {
  test('shows the shop, the basket, the address and the total, and turns nothing into markup', async () => {
    const order = makeOrder('page');
    const [unit] = order.purchase_units;
    if (unit?.items[0]) unit.items[0].name = '<script>alert(1)</script> & tulips';
    const { body } = await paypal.create(order);
    const { text, headers } = await get(`/checkoutnow?token=${body.id}`);
    expect(text).toContain('Pretended PayPal — no money moves');
    for (const words of ['Pay Marigold Lane', '£22.50', 'Ada Example', 'SW1A 1AA']) expect(text).toContain(words);
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; tulips');
    expect(text).not.toContain('<script>alert');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('names every part of the total, a discount below nothing', async () => {
    const order = makeOrder('parts');
    const gbp = (value: string) => ({ currency_code: 'GBP', value });
    const [unit] = order.purchase_units;
    const parts = { item_total: gbp('20.00'), shipping: gbp('2.50'), handling: gbp('3.00'), discount: gbp('5.00') };
    const purchase_units = [{ ...unit, amount: { ...gbp('20.50'), breakdown: parts } }];
    const { body } = await paypal.create({ ...order, purchase_units } as typeof order);
    const { text } = await get(`/checkoutnow?token=${body.id}`);
    for (const [name, sum] of [
      ['Delivery', '£2.50'],
      ['Handling', '£3.00'],
      ['Discount', '−£5.00'],
      ['Total', '£20.50'],
    ]) {
      expect(text).toContain(`<span>${name}</span> <span>${sum}</span>`);
    }
  });

  test('goes back to pages of the origin that it is shown at only', async () => {
    const { body } = await paypal.create(makeOrder('back'));
    const page = async (address: string) =>
      /data-page="([^"]*)"/.exec(
        (await get(`/checkoutnow?token=${body.id}&page=${encodeURIComponent(address)}`)).text,
      )?.[1];
    expect(await page('/cart?step=address')).toBe('/cart?step=address');
    for (const elsewhere of [
      'https://evil.example/',
      'http://localhost:3000/cart',
      '//evil.example/',
      '/\\evil.example/',
      '/.//evil.example/',
      'cart',
      'javascript:alert(1)',
    ]) {
      expect(await page(elsewhere), elsewhere).toBe('');
    }
  });

  test('names its parts by where it is shown itself, so that a shop can pass it on under a path of its own', async () => {
    const { body } = await paypal.create(makeOrder('parts'));
    const { text } = await get(`/checkoutnow?token=${body.id}`);
    const parts = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(parts).toEqual(['checkoutnow/page.css', 'data:,', 'checkoutnow/page.js']);
    expect((await get('/checkoutnow/page.js')).text).toContain("fetch('checkoutnow/approve'");
    const approved = await paypal.call('POST', '/checkoutnow/approve', { token: body.id });
    expect(approved).toMatchObject({ status: 200, body: { orderID: body.id, status: 'APPROVED' } });
  });

  test('says what has become of an order that cannot be paid', async () => {
    expect(await get('/checkoutnow?token=NONE')).toMatchObject({ status: 404 });
    const { body } = await paypal.create(makeOrder('done'));
    await paypal.approve(body.id, { declined: true, funding: 'card' });
    expect((await get(`/checkoutnow?token=${body.id}`)).text).toContain(
      'That card was declined and nothing was taken.',
    );
    await paypal.approve(body.id);
    await paypal.capture(body.id);
    expect((await get(`/checkoutnow?token=${body.id}`)).text).toContain('This order is paid');
  });
});

describe('the knobs', () => {
  test('are closed to pages of other origins', async () => {
    const { status } = await paypal.call(
      'POST',
      '/standin/clock',
      { advance_seconds: 0 },
      { headers: { origin: 'https://evil.example' } },
    );
    expect(status).toBe(403);
  });

  test('cancel changes nothing, reset forgets everything', async () => {
    const { body } = await paypal.create(makeOrder('forget'));
    expect((await paypal.call('POST', '/standin/cancel', { token: body.id })).body.status).toBe('CREATED');
    await paypal.call('POST', '/standin/reset');
    expect((await paypal.find(body.id)).status).toBe(404);
    expect(await paypal.ledger()).toEqual([]);
  });
});
