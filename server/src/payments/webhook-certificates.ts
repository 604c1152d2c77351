import { type KeyObject, X509Certificate } from 'node:crypto';
import { Busy } from '../errors.ts';

const FETCH_LIMIT_MS = 4_000;
const MOST_KEPT = 20;
/** However long it is valid: one that the provider takes back is not believed for days. */
const KEPT_MS = 12 * 60 * 60_000;
/** An address that gave none is left alone for a moment, and so are all new ones when there are suddenly many. */
const MISSED_MS = 30_000;
const MOST_MISSED = 20;

type Kept = { key: KeyObject; until: number };

const kept = new Map<string, Kept>();
const missed = new Map<string, number>();
const asking = new Map<string, Promise<KeyObject>>();

/** The key of a certificate of the provider, while it is valid. Asked for once, however many events name it. */
export async function findKey(url: string, now: number): Promise<KeyObject> {
  const known = kept.get(url);
  if (known && now < known.until) return known.key;
  for (const [address, until] of missed) if (until <= now) missed.delete(address);
  if (missed.has(url) || missed.size + asking.size >= MOST_MISSED) throw new Busy();
  const asked = asking.get(url) ?? ask(url, now).finally(() => asking.delete(url));
  asking.set(url, asked);
  return asked;
}

async function ask(url: string, now: number): Promise<KeyObject> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`The certificate was answered ${response.status}.`);
    const certificate = new X509Certificate(await response.text());
    const [from, to] = [certificate.validFrom, certificate.validTo].map((moment) => Date.parse(moment)) as [
      number,
      number,
    ];
    if (!(from <= now && now < to)) throw new Error('The certificate is not valid now.');
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(url, { key: certificate.publicKey, until: Math.min(to, now + KEPT_MS) });
    return certificate.publicKey;
  } catch (cause) {
    missed.set(url, now + MISSED_MS);
    // The provider sends the event again later.
    throw Object.assign(new Busy(), { cause });
  }
}
