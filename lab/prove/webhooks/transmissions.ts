import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { certificateUrl } from '../../../paypal-stand-in/webhooks/sign-event.ts';
import { openSigningKey } from '../../../paypal-stand-in/webhooks/signing-key.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

const WEBHOOK = `${SHOP}/api/payments/paypal/webhook/`;
const WEBHOOK_ID = 'STANDINWEBHOOK001';
const PATIENCE_MS = 20_000;
const MOST_TRIES = 30;

/** An event as it is sent: its body, and the headers with its signature. */
export type Transmission = { body: string; headers: Record<string, string> };

export type Event = { id: string; event_type: string; resource: Record<string, unknown> };

type How = Partial<{ at: Date; webhookId: string; key: KeyObject; url: string }>;

/** Signs as the provider does, with its own key, or with something wrong about it. A text is signed as it is. */
export type Sign = (event: object | string, how?: How) => Transmission;

export function openSigner({ dataDir, provider }: TestEnvironment): Sign {
  const key = openSigningKey(join(dataDir, 'provider'));
  const address = certificateUrl({ key, url: provider.url });
  return (event, { at = new Date(), webhookId = WEBHOOK_ID, key: other = key.privateKey, url = address } = {}) => {
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    const [id, time] = [randomUUID(), at.toISOString()];
    const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`;
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-auth-version': 'v2',
        'paypal-cert-url': url,
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': createSign('RSA-SHA256').update(message).sign(other, 'base64'),
      },
    };
  };
}

const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const alter = ({ body, headers }: Transmission, header: string, value: string): Transmission => ({
  body,
  headers: { ...headers, [header]: value },
});

/** Every way to forge an event. */
export const FORGERIES: Record<string, (event: object, sign: Sign) => Transmission> = {
  unsigned: (event) => ({ body: JSON.stringify(event), headers: { 'content-type': 'application/json' } }),
  "signed with a stranger's key": (event, sign) => sign(event, { key: strangersKey }),
  'signed for another shop': (event, sign) => sign(event, { webhookId: 'ANOTHERWEBHOOK001' }),
  'with a certificate from elsewhere': (event, sign) =>
    sign(event, { key: strangersKey, url: 'http://127.0.0.1:1/v1/notifications/certs/CERT-1' }),
  'with a signature of something else': (event, sign) =>
    alter(sign(event), 'paypal-transmission-sig', sign({}).headers['paypal-transmission-sig'] as string),
  'with another time': (event, sign) => alter(sign(event), 'paypal-transmission-time', new Date(0).toISOString()),
  'with a weaker algorithm': (event, sign) => alter(sign(event), 'paypal-auth-algo', 'none'),
  'altered on its way': (event, sign) => {
    const { body, headers } = sign(event);
    return { body: body.replace(/"id":"[^"]*"/, `"id":"WH-${randomUUID()}"`), headers };
  },
};

export async function sendOnce({ body, headers }: Transmission): Promise<number> {
  const response = await fetch(WEBHOOK, { method: 'POST', body, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  await response.arrayBuffer();
  return response.status;
}

/** Repeats an event that is refused with 503, as the provider does, only sooner; the last status. */
export async function sendUntilTaken(transmission: Transmission): Promise<number> {
  for (let tries = 1; ; tries++) {
    const status = await sendOnce(transmission);
    if (status !== 503 || tries === MOST_TRIES) return status;
    await sleep(500 + 1_000 * Math.random());
  }
}
