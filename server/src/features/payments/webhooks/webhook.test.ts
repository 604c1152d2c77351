import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { processEvent } from './receive-webhook.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());
beforeEach(async () => {
  await checkout.provider.setFaults();
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

const knobs = (knob: object) => checkout.provider.call('POST', '/standin/webhooks', knob);
const countEvents = async () => {
  const { rows } = await checkout.shop.deps.db.execute<{ events: number }>(
    sql`select count(*)::int as events from webhook_events`,
  );
  return rows[0]?.events ?? 0;
};

async function untilHeard(more: number, before: number): Promise<void> {
  await vi.waitFor(async () => expect(await countEvents()).toBeGreaterThanOrEqual(before + more), { timeout: 60_000 });
  await checkout.shop.doJobs();
}

async function approved() {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  return { token, order, paypalOrder: id };
}

const statusOf = async (token: string, id: number) => (await checkout.findOrder(token, id)).status;

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${shopUrl()}/api/payments/paypal/webhook/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const shopUrl = () => `http://127.0.0.1:${(checkout.shop.app.server.address() as { port: number }).port}`;
const signature = (url: string) => ({
  'paypal-transmission-id': 'x',
  'paypal-transmission-time': '2026-11-16T09:46:00Z',
  'paypal-transmission-sig': 'AAAA',
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': url,
});
const event = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} });

describe('an event of the provider', () => {
  test('is taken at once after a start, though twenty forged ones that name certificates came before', async () => {
    const before = await countEvents();
    const { token, order } = await approved();
    for (let number = 0; number < 20; number++) {
      const certificate = `${checkout.provider.url}/v1/notifications/certs/CERT-${number}`;
      expect((await send(event, signature(certificate))).status).toBe(503);
    }
    await knobs({ release: true });
    await untilHeard(1, before);
    await knobs({ hold: true });
    expect(await statusOf(token, order.id)).toBe('C');
    const { body } = await checkout.provider.call('GET', '/standin/webhooks');
    expect((body.deliveries as { attempts: number }[])[0]?.attempts).toBe(1);
  });

  test('completes the order of a buyer who closed the window', { tags: 'G10' }, async () => {
    const before = await countEvents();
    const { token, order } = await approved();
    expect(await statusOf(token, order.id)).toBe('P');
    await knobs({ release: true });
    await untilHeard(1, before);
    await knobs({ hold: true });
    expect(await statusOf(token, order.id)).toBe('C');
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
  });

  test('completes it also if the answer with the id of PayPal’s order was lost: the event has the id', async () => {
    const before = await countEvents();
    const { token, order, paypalOrder } = await approved();
    await checkout.shop.deps.db.execute(
      sql`update payments set provider_order_id = null where provider_order_id = ${paypalOrder}`,
    );
    await knobs({ release: true });
    await untilHeard(1, before);
    await knobs({ hold: true });
    expect(await statusOf(token, order.id)).toBe('C');
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
  });

  test('is marked as processed, once', async () => {
    const before = await countEvents();
    const { order } = await approved();
    await knobs({ release: true });
    await untilHeard(1, before);
    await knobs({ hold: true });
    const read = () =>
      checkout.shop.deps.db.execute<{ id: string; at: string | null }>(
        sql`select id, processed_at::text as at from webhook_events order by id`,
      );
    const { rows } = await read();
    expect(rows.filter(({ at }) => at === null)).toEqual([]);
    for (const { id } of rows) await processEvent(checkout.shop.deps, id);
    expect((await read()).rows).toEqual(rows);
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
  });

  test('told five times, newest first and after the fact changes nothing more', async () => {
    const before = await countEvents();
    await knobs({ duplicate: 4, reorder: true });
    const { token, order, paypalOrder } = await approved();
    expect((await checkout.pay.capture(token, order.id, paypalOrder)).json().state).toBe('paid');
    const letters = checkout.shop.letters().length;
    await checkout.shop.doJobs();
    const written = checkout.shop.letters().length - letters;
    await knobs({ release: true });
    await untilHeard(2, before);
    await knobs({ hold: true, duplicate: 0, reorder: false });
    expect(await statusOf(token, order.id)).toBe('C');
    expect(await checkout.takenFor(order.id)).toHaveLength(1);
    expect(checkout.shop.letters().length - letters).toBe(written);
  });
});

describe('what is not signed by the provider', () => {
  test('is refused, whatever it says, and nothing is kept of it', async () => {
    const before = await countEvents();
    const certificates = `${checkout.provider.url}/v1/notifications/certs/x`;
    const forgeries: [number, string, Record<string, string>][] = [
      [400, event, {}],
      [400, '', {}],
      [400, event, signature('https://evil.example/v1/notifications/certs/x')],
      [400, event, signature('http://127.0.0.1:1/v1/notifications/certs/x')],
      [400, event, signature(`${checkout.provider.url}/standin/ledger`)],
      [400, event, signature(`${checkout.provider.url}/v1/notifications/certs/../../standin/ledger`)],
      [400, event, signature(`${certificates}?x=1`)],
      [400, event, { ...signature(certificates), 'paypal-auth-algo': 'none' }],
      // The right host and no such certificate: the provider may have it a moment later.
      [503, event, signature(certificates)],
    ];
    for (const [status, body, headers] of forgeries) expect((await send(body, headers)).status).toBe(status);
    expect(await countEvents()).toBe(before);
  });

  test.each([['wrongWebhookId'], ['badSignature']])('is refused by its signature alone: %s', async (knob) => {
    const before = await countEvents();
    await knobs({ [knob]: true });
    await approved();
    await knobs({ release: true });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await knobs({ hold: true });
    await knobs({ [knob]: false });
    expect(await countEvents()).toBe(before);
  });
});
