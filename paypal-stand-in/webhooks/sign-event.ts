import { createSign, createVerify, type KeyObject, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { StandIn } from '../stand-in.ts';

type Transmission = { id: string; time: string; webhookId: string; body: string };

const toMessage = ({ id, time, webhookId, body }: Transmission) =>
  `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`;

/** The headers that prove an event to be ours, over the very bytes that are sent. */
export function signEvent({ key, url, store }: StandIn, webhookId: string, body: string): Record<string, string> {
  const id = randomUUID();
  const time = new Date(store.now()).toISOString();
  const signature = createSign('RSA-SHA256')
    .update(toMessage({ id, time, webhookId, body }))
    .sign(key.privateKey, 'base64');
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
    'paypal-cert-url': certificateUrl({ key, url }),
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature,
  };
}

export const certificateUrl = ({ key, url }: Pick<StandIn, 'key' | 'url'>) =>
  `${url}/v1/notifications/certs/${key.certificateId}`;

export const isSigned = (publicKey: KeyObject, transmission: Transmission, signature: string) =>
  createVerify('RSA-SHA256').update(toMessage(transmission)).verify(publicKey, signature, 'base64');
