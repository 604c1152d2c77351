import { type KeyObject, X509Certificate } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Busy } from '../errors.ts';
import { memoizeFor } from '../memoize.ts';
import { readRetryAfter } from './call-pauses.ts';
import { createCoalescer } from './coalesce.ts';
import { createFairQueue } from './fair-queue.ts';
import { webhookCertificates } from './table.ts';

const FETCH_LIMIT_MS = 4_000;
/** However long it is valid, the provider is asked for it again then: it may have taken it back. */
const FRESH_MS = 12 * 60 * 60_000;
/** So long it is believed at most while the provider cannot be asked. */
const BELIEVED_MS = 2 * FRESH_MS;
/** An address that gave none is left alone for a moment. */
const MISSED_MS = 30_000;
const MOST_MISSED = 1_000;
/** Of those that nothing was verified with yet. */
const MOST_UNPROVEN = 20;

type Certificate = { text: string; key: KeyObject; from: number; to: number; checkedAt: number; isProven: boolean };
type Tools = Pick<Deps, 'clock' | 'db'>;

/** What one process knows of certificates. */
const stateOf = memoizeFor((_db: Database) => ({
  known: new Map<string, Certificate>(),
  missed: new Map<string, number>(),
  fetching: createCoalescer<Certificate>(),
  /** Anyone may name addresses that were never heard of: those wait for each other, and for nobody else. */
  queue: createFairQueue({
    atOnce: 6,
    atOncePerSender: 2,
    mostWaiting: 200,
    longestWaitMs: 8_000,
    restAfterFailureMs: 250,
    tooLate: () => new Busy(),
  }),
  /** PayPal asked not to be asked before then. */
  pausedUntil: 0,
  loading: undefined as Promise<void> | undefined,
}));

/**
 * The key of a certificate of the provider, while it is valid. One that an event was verified with before is known, also after
 * a restart, and is never kept waiting by those that somebody made up. Fetched once, however many events name it.
 */
export async function findKey(deps: Tools, url: string, network: string): Promise<KeyObject> {
  const state = stateOf(deps.db);
  await loadProven(deps);
  const now = deps.clock.now().getTime();
  const known = state.known.get(url);
  if (known && isValid(known, now) && Math.abs(now - known.checkedAt) < FRESH_MS) return known.key;
  try {
    if ((state.missed.get(url) ?? 0) > now) throw new Busy();
    // Each waits in the queue of its own network: behind the fetch of whoever named the address first, a forger could hold up
    // the true event by naming its certificate.
    const fetch = () => fetchOnce(deps, url);
    const fetched = await (known?.isProven ? fetch() : state.queue(network, fetch));
    return fetched.key;
  } catch (error) {
    const last = state.known.get(url);
    // Proven, and not taken back: the provider cannot be asked just now.
    if (last?.isProven && isValid(last, now) && Math.abs(now - last.checkedAt) < BELIEVED_MS) return last.key;
    throw error;
  }
}

/** One fetch for all who want the same, and none if it has come while they waited. */
async function fetchOnce(deps: Tools, url: string) {
  const state = stateOf(deps.db);
  const now = deps.clock.now().getTime();
  const known = state.known.get(url);
  if (known && isValid(known, now) && Math.abs(now - known.checkedAt) < FRESH_MS) return known;
  return state.fetching(url, () => fetchCertificate(deps, url));
}

/** An event was verified with it: from now on it is known. */
export async function trustCertificate({ db }: Tools, url: string): Promise<void> {
  const certificate = stateOf(db).known.get(url);
  if (!certificate || certificate.isProven) return;
  const values = { url, certificate: certificate.text, checkedAt: new Date(certificate.checkedAt) };
  await db
    .insert(webhookCertificates)
    .values(values)
    .onConflictDoUpdate({ target: webhookCertificates.url, set: values });
  certificate.isProven = true;
}

/** Those of earlier starts, once. */
function loadProven({ db }: Tools): Promise<void> {
  const state = stateOf(db);
  const load = async () => {
    for (const { url, certificate, checkedAt } of await db.select().from(webhookCertificates)) {
      try {
        state.known.set(url, { ...readCertificate(certificate), checkedAt: checkedAt.getTime(), isProven: true });
      } catch {
        // Unreadable, so it is fetched like one that is not known.
      }
    }
  };
  state.loading ??= load().catch((error) => {
    state.loading = undefined;
    throw error;
  });
  return state.loading;
}

async function fetchCertificate({ clock, db }: Tools, url: string): Promise<Certificate> {
  const state = stateOf(db);
  const now = clock.now().getTime();
  try {
    if (now < state.pausedUntil) throw new Error('PayPal asked to be left alone for a moment.');
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS), redirect: 'error' });
    const retryAfter = response.headers.get('retry-after');
    if (response.status === 429 || (response.status === 503 && retryAfter))
      state.pausedUntil = now + readRetryAfter(retryAfter, now) * 1000;
    if (response.status === 404 || response.status === 410) await forget({ db }, url);
    if (!response.ok) throw new Error(`The certificate was answered ${response.status}.`);
    const read = readCertificate(await response.text());
    if (!isValid(read, now)) throw new Error('The certificate is not valid now.');
    // Written down anew by the next event that is verified with it.
    const certificate = { ...read, checkedAt: now, isProven: false };
    keepKnown(state.known, url, certificate);
    return certificate;
  } catch (cause) {
    keepMissed(state.missed, url, now);
    // The provider sends the event again later.
    throw Object.assign(new Busy(), { cause });
  }
}

/** The provider has taken it back. */
async function forget({ db }: Pick<Tools, 'db'>, url: string): Promise<void> {
  const { known } = stateOf(db);
  if (known.get(url)?.isProven) await db.delete(webhookCertificates).where(eq(webhookCertificates.url, url));
  known.delete(url);
}

function readCertificate(text: string) {
  const certificate = new X509Certificate(text);
  const [from, to] = [certificate.validFrom, certificate.validTo].map((moment) => Date.parse(moment)) as [
    number,
    number,
  ];
  return { text, key: certificate.publicKey, from, to };
}

const isValid = ({ from, to }: Pick<Certificate, 'from' | 'to'>, now: number): boolean => from <= now && now < to;

function keepKnown(known: Map<string, Certificate>, url: string, certificate: Certificate): void {
  known.delete(url);
  known.set(url, certificate);
  const unproven = [...known].filter(([, { isProven }]) => !isProven).map(([address]) => address);
  for (const oldest of unproven.slice(0, -MOST_UNPROVEN)) known.delete(oldest);
}

function keepMissed(missed: Map<string, number>, url: string, now: number): void {
  missed.delete(url);
  missed.set(url, now + MISSED_MS);
  for (const [address, until] of missed) {
    if (until > now && missed.size <= MOST_MISSED) break;
    missed.delete(address);
  }
}
