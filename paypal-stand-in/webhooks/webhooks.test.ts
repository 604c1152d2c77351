import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { captureOf, makeOrder, onCall, openTestStandIn, openWebhookReceiver } from '../testing/test-stand-in.ts';

const WEBHOOK_ID = 'SHOPWEBHOOK1';
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
let paypal: Awaited<ReturnType<typeof openTestStandIn>>;
beforeEach(async () => {
  receiver = await openWebhookReceiver();
  paypal = await openTestStandIn({ webhookUrl: receiver.url, webhookId: WEBHOOK_ID });
});
afterEach(async () => {
  await paypal.close();
  receiver.close();
});

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 });
const knob = (body: object) => paypal.call('POST', '/standin/webhooks', body);
const statesOf = async () => {
  const { body } = await paypal.call('GET', '/standin/webhooks');
  return (body.deliveries as { state: string }[]).map(({ state }) => state);
};

async function buy(invoice = 'SHOP-1') {
  const { body: order } = await paypal.create(makeOrder(invoice));
  await paypal.approve(order.id);
  return { order: order.id, capture: captureOf(await paypal.capture(order.id)).id };
}

/** The check a shop makes, written from PayPal's description and not from our own code. */
async function isGenuine({ headers, raw }: (typeof receiver.received)[0], webhookId = WEBHOOK_ID): Promise<boolean> {
  const certificate = new X509Certificate(await (await fetch(headers['paypal-cert-url'] ?? '')).text());
  const parts = [headers['paypal-transmission-id'], headers['paypal-transmission-time'], webhookId, crc32(raw)];
  const signature = headers['paypal-transmission-sig'] ?? '';
  return createVerify('RSA-SHA256').update(parts.join('|')).verify(certificate.publicKey, signature, 'base64');
}

describe('events', () => {
  test('tell of approval, capture and refund, signed over their bytes', async () => {
    const { order, capture } = await buy();
    await paypal.refund(capture);
    await until(() => {
      expect(receiver.types()).toEqual([
        'CHECKOUT.ORDER.APPROVED',
        'PAYMENT.CAPTURE.COMPLETED',
        'PAYMENT.CAPTURE.REFUNDED',
      ]);
    });
    const [approved, completed, refunded] = receiver.received;
    expect(approved?.event.resource).toMatchObject({ id: order, status: 'APPROVED' });
    expect(completed?.event.resource).toMatchObject({
      id: capture,
      custom_id: 'payment-of-SHOP-1',
      invoice_id: 'SHOP-1',
      supplementary_data: { related_ids: { order_id: order } },
    });
    expect(refunded?.event.resource).toMatchObject({ custom_id: 'payment-of-SHOP-1', amount: { value: '22.50' } });
    for (const event of receiver.received) expect(await isGenuine(event)).toBe(true);
    expect(approved && (await isGenuine(approved, 'OTHER'))).toBe(false);
    expect(completed && (await isGenuine({ ...completed, raw: Buffer.from('{}') }))).toBe(false);
  });

  test('tell of a pending capture and of its denial', async () => {
    await paypal.setFaults(onCall('captureOrder', { pendingCapture: { later: 'DENIED', afterSeconds: 30 } }));
    await buy();
    await paypal.advance(30);
    await until(() => expect(receiver.types().slice(1)).toEqual(['PAYMENT.CAPTURE.PENDING', 'PAYMENT.CAPTURE.DENIED']));
    expect(await paypal.ledger()).toEqual([]);
  });

  test('are sent again until they are answered with 2xx, later each time', async () => {
    receiver.answers.push(500, 302);
    const { body: order } = await paypal.create(makeOrder());
    await paypal.approve(order.id);
    await until(() => expect(receiver.received).toHaveLength(1));
    await paypal.advance(1);
    await until(() => expect(receiver.received).toHaveLength(2));
    await paypal.advance(1);
    expect(receiver.received).toHaveLength(2);
    await paypal.advance(1);
    await until(async () => expect(await statesOf()).toEqual(['delivered']));
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(3);
  });

  test('can be listed and sent again by hand', async () => {
    await knob({ drop: true });
    await buy();
    await until(async () => expect(await statesOf()).toEqual(['dropped', 'dropped']));
    await knob({ drop: false });
    const { body } = await paypal.call('GET', '/v1/notifications/webhooks-events?event_type=PAYMENT.CAPTURE.COMPLETED');
    const [event] = body.events as { id: string }[];
    const { status } = await paypal.call('POST', `/v1/notifications/webhooks-events/${event?.id}/resend`, {});
    expect(status).toBe(202);
    await until(() => expect(receiver.received.map((each) => each.event.id)).toEqual([event?.id]));
  });
});

describe('knobs', () => {
  test('hold, reorder and release', async () => {
    await knob({ hold: true });
    await buy();
    expect(receiver.received).toEqual([]);
    await knob({ release: true, reorder: true });
    await until(() => expect(receiver.types()).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED']));
  });

  test('duplicate', async () => {
    await knob({ duplicate: 2 });
    const { body: order } = await paypal.create(makeOrder());
    await paypal.approve(order.id);
    await until(() => expect(receiver.received).toHaveLength(3));
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
  });

  test('spoil the signature or the webhook id of the next event only', async () => {
    await knob({ badSignature: 1 });
    await buy('a');
    await until(() => expect(receiver.received).toHaveLength(2));
    await knob({ wrongWebhookId: 1 });
    await buy('b');
    await until(() => expect(receiver.received).toHaveLength(4));
    expect(await Promise.all(receiver.received.map((event) => isGenuine(event)))).toEqual([false, true, false, true]);
  });

  test('deliver before the answer, and make events up', async () => {
    await knob({ beforeAnswer: true });
    await buy();
    expect(receiver.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
    await knob({ send: { event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { id: 'PP-1' } } });
    await until(() => expect(receiver.types().at(-1)).toBe('CUSTOMER.DISPUTE.CREATED'));
  });
});
