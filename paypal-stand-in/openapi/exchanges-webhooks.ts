import type { Driver } from './drive.ts';
import { type Finding, observeValue } from './observe.ts';
import type { Published } from './read-files.ts';

const WEBHOOKS = '/v1/notifications/webhooks';
const WEBHOOK = '/v1/notifications/webhooks/{webhook_id}';
const EVENTS = '/v1/notifications/webhooks-events';
const EVENT = '/v1/notifications/webhooks-events/{event_id}';
const VERIFY = '/v1/notifications/verify-webhook-signature';

type Sent = { headers: Record<string, string>; event: Record<string, unknown> };

/** Registers a webhook, before any event that it should receive. */
export async function registerForExchange({ ask }: Driver, url: string): Promise<string> {
  const body = { url, event_types: [{ name: '*' }] };
  const { id } = await ask('create webhook', { path: WEBHOOKS, body, expect: 201 });
  await ask('create webhook, no url', { path: WEBHOOKS, body: { event_types: [] }, bad: true, expect: 400 });
  await ask('list webhooks', { path: WEBHOOKS, method: 'GET', expect: 200 });
  await ask('get webhook', { path: WEBHOOK, id, method: 'GET', expect: 200 });
  await ask('get webhook, unknown', { path: WEBHOOK, id: 'NOSUCH', method: 'GET', expect: 404 });
  return id;
}

export async function exchangeWebhooks({ ask }: Driver, webhookId: string, sent: Sent[]): Promise<void> {
  const { body } = await ask('list events', { path: EVENTS, query: '?page_size=50', method: 'GET', expect: 200 });
  // The exchange was checked against PayPal's schema, which has events.
  const [newest] = (body as unknown as { events: { id: string }[] }).events;
  await ask('get event', { path: EVENT, id: newest?.id, method: 'GET', expect: 200 });
  await ask('get event, unknown', { path: EVENT, id: 'WH-NONE', method: 'GET', expect: 404 });
  await ask('resend event', {
    path: `${EVENT}/resend`,
    id: newest?.id,
    body: { webhook_ids: [webhookId] },
    expect: 202,
  });
  const [first] = sent;
  if (!first) throw new Error('No event was delivered.');
  const header = (name: string) => first.headers[`paypal-${name}`];
  const claim = {
    auth_algo: header('auth-algo'),
    cert_url: header('cert-url'),
    transmission_id: header('transmission-id'),
    transmission_sig: header('transmission-sig'),
    transmission_time: header('transmission-time'),
    webhook_id: webhookId,
    webhook_event: first.event,
  };
  const genuine = await ask('verify signature', { path: VERIFY, body: claim, expect: 200 });
  const forged = { ...claim, webhook_event: { ...first.event, summary: 'forged' } };
  const refused = await ask('verify signature, forged', { path: VERIFY, body: forged, expect: 200 });
  const answers = [genuine, refused].map(({ body: answer }) => answer.verification_status).join();
  if (answers !== 'SUCCESS,FAILURE') throw new Error(`verify-webhook-signature answered ${answers}.`);
  await ask('delete webhook', { path: WEBHOOK, id: webhookId, method: 'DELETE', expect: 204 });
}

const RESOURCES: Record<string, string> = {
  'CHECKOUT.ORDER.APPROVED': 'checkout_orders_v2#/components/schemas/order',
  'PAYMENT.CAPTURE.COMPLETED': 'payments_payment_v2#/components/schemas/capture-2',
  'PAYMENT.CAPTURE.PENDING': 'payments_payment_v2#/components/schemas/capture-2',
  'PAYMENT.CAPTURE.DENIED': 'payments_payment_v2#/components/schemas/capture-2',
  'PAYMENT.CAPTURE.DECLINED': 'payments_payment_v2#/components/schemas/capture-2',
  'PAYMENT.CAPTURE.REFUNDED': 'payments_payment_v2#/components/schemas/refund',
};

/** Each kind of event that was delivered, and the resource in it. */
export function observeEvents(published: Published, sent: Sent[]): Finding[] {
  const kinds = new Map(sent.map(({ event }) => [String(event.event_type), event]));
  const missing = Object.keys(RESOURCES).filter((type) => !kinds.has(type));
  if (missing.length > 0) throw new Error(`Never delivered: ${missing.join(', ')}.`);
  return [...kinds].flatMap(([type, event]) => {
    const resource = RESOURCES[type];
    return [
      observeValue(published, `event ${type}`, { $ref: 'notifications_webhooks_v1#/components/schemas/event' }, event),
      ...(resource ? [observeValue(published, `resource of ${type}`, { $ref: resource }, event.resource)] : []),
    ];
  });
}
