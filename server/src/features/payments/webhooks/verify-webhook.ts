import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { findKey, trustCertificate } from './webhook-certificates.ts';

/** PayPal's certificates have exactly this path. */
const CERTIFICATE = /^\/v1\/notifications\/certs\/[\w-]{1,80}$/;
const Signature = z.object({
  'paypal-transmission-id': z.string(),
  'paypal-transmission-time': z.string(),
  'paypal-transmission-sig': z.string(),
  'paypal-auth-algo': z.string(),
  'paypal-cert-url': z.string(),
});

type Headers = Record<string, string | string[] | undefined>;

/**
 * Refuses an event that PayPal did not sign for us. The signature is over the bytes as they came. `network` is the
 * sender's: forged events of one network do not delay events of another.
 */
export async function verifyWebhook(
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
  headers: Headers,
  body: Buffer,
  network: string,
): Promise<void> {
  const { paypal } = deps.config;
  const signed = Signature.safeParse(headers).data;
  if (!signed) throw unsigned();
  const url = signed['paypal-cert-url'];
  if (signed['paypal-auth-algo'] !== 'SHA256withRSA' || !isFromProvider(paypal, url)) throw unsigned();
  const key = await findKey(deps, url, network);
  const [id, time] = [signed['paypal-transmission-id'], signed['paypal-transmission-time']];
  const message = `${id}|${time}|${paypal.webhookId}|${crc32(body)}`;
  const isValid = createVerify('RSA-SHA256').update(message).verify(key, signed['paypal-transmission-sig'], 'base64');
  if (!isValid) throw unsigned();
  await trustCertificate(deps, url);
}

const unsigned = () => new Invalid({ non_field_errors: ['This event is not signed by PayPal.'] });

/** Only PayPal's own hosts: otherwise anyone could sign, and make us send requests to any host. */
function isFromProvider({ apiBase, pretended }: Config['paypal'], address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, origin, pathname, username, password, search, hash } = new URL(address);
  if (username || password || search || hash || !CERTIFICATE.test(pathname)) return false;
  if (pretended || new URL(apiBase).protocol === 'http:') return origin === new URL(apiBase).origin;
  return (
    protocol === 'https:' && /^api(-m)?(\.sandbox)?\.paypal\.com$/.test(host) && isSandbox(host) === isSandbox(apiBase)
  );
}

const isSandbox = (address: string): boolean => address.includes('.sandbox.');
