import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Config } from '../config.ts';
import { Busy, Invalid } from '../errors.ts';

const CERTIFICATES = '/v1/notifications/certs/';
const HEADERS = ['id', 'time', 'sig', 'algo', 'url'] as const;
const NAMES = {
  id: 'paypal-transmission-id',
  time: 'paypal-transmission-time',
  sig: 'paypal-transmission-sig',
  algo: 'paypal-auth-algo',
  url: 'paypal-cert-url',
} as const;
const FETCH_LIMIT_MS = 4_000;
const MOST_KEPT = 20;

type Headers = Record<string, string | string[] | undefined>;

const kept = new Map<string, string>();

/** Refuses an event that the provider did not sign for us. The signature is over the bytes as they came. */
export async function verifyWebhook({ paypal }: Pick<Config, 'paypal'>, headers: Headers, body: Buffer): Promise<void> {
  const given = Object.fromEntries(HEADERS.map((name) => [name, headers[NAMES[name]]]));
  const { id, time, sig, algo, url } = given;
  if (![id, time, sig, algo, url].every((value) => typeof value === 'string')) throw unsigned();
  if (algo !== 'SHA256withRSA' || !isFromProvider(paypal, url as string)) throw unsigned();
  const certificate = await findCertificate(url as string);
  const message = `${id}|${time}|${paypal.webhookId}|${crc32(body)}`;
  const isGood = createVerify('RSA-SHA256')
    .update(message)
    .verify(certificate, sig as string, 'base64');
  if (!isGood) throw unsigned();
}

const unsigned = () => new Invalid({ non_field_errors: ['This event is not signed by PayPal.'] });

/** Only the provider's own hosts: an address of the sender's choice would let anyone sign, and make us call anywhere. */
function isFromProvider({ apiBase, pretended }: Config['paypal'], address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, origin, pathname, username, password, search, hash } = new URL(address);
  if (username || password || search || hash || !pathname.startsWith(CERTIFICATES) || pathname.includes('..'))
    return false;
  if (pretended || new URL(apiBase).protocol === 'http:') return origin === new URL(apiBase).origin;
  return (
    protocol === 'https:' && /^api(-m)?(\.sandbox)?\.paypal\.com$/.test(host) && isSandbox(host) === isSandbox(apiBase)
  );
}

const isSandbox = (address: string): boolean => address.includes('.sandbox.');

async function findCertificate(url: string): Promise<string> {
  const known = kept.get(url);
  if (known) return known;
  let key: string;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`The certificate was answered ${response.status}.`);
    key = new X509Certificate(await response.text()).publicKey.export({ type: 'spki', format: 'pem' }).toString();
  } catch (cause) {
    // The provider sends it again later.
    throw Object.assign(new Busy(), { cause });
  }
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(url, key);
  return key;
}
