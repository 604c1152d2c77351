import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import { findKey, trustCertificate } from './webhook-certificates.ts';

/** PayPal's certificates have exactly this path. */
const CERTIFICATE = /^\/v1\/notifications\/certs\/[\w-]{1,80}$/;
const HEADERS = ['id', 'time', 'sig', 'algo', 'url'] as const;
const NAMES = {
  id: 'paypal-transmission-id',
  time: 'paypal-transmission-time',
  sig: 'paypal-transmission-sig',
  algo: 'paypal-auth-algo',
  url: 'paypal-cert-url',
} as const;

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
  const values = Object.fromEntries(HEADERS.map((name) => [name, headers[NAMES[name]]]));
  const { id, time, sig, algo, url } = values;
  if (![id, time, sig, algo, url].every((value) => typeof value === 'string')) throw unsigned();
  if (algo !== 'SHA256withRSA' || !isFromProvider(paypal, url as string)) throw unsigned();
  const key = await findKey(deps, url as string, network);
  const message = `${id}|${time}|${paypal.webhookId}|${crc32(body)}`;
  const isGood = createVerify('RSA-SHA256')
    .update(message)
    .verify(key, sig as string, 'base64');
  if (!isGood) throw unsigned();
  await trustCertificate(deps, url as string);
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
