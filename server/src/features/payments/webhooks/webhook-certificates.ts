import { type KeyObject, X509Certificate } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { Busy } from '#server/errors.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { memoizeFor } from '#server/platform/memoize.ts';
import { readRetryAfter } from '../paypal/call-pauses.ts';
import { createCoalescer } from '../paypal/coalesce.ts';
import { webhookCertificates } from '../table.ts';
import { createFairQueue } from './fair-queue.ts';

/** How long a fetch may take, one that is queued waits, and a slot rests after a failure. */
const WAITS = { fetchMs: 4_000, longestWaitMs: 8_000, restAfterFailureMs: 250 };
/** However long a certificate is valid, it is fetched again after this time: PayPal may have revoked it. */
const FRESH_MS = 12 * 60 * 60_000;
/** A certificate is trusted so long at most while PayPal cannot be reached. */
const TRUSTED_MS = 2 * FRESH_MS;
/** An address that could not be fetched is not fetched again for so long. */
const FAILED_MS = 30_000;
const MOST_FAILED = 1_000;
/** Of certificates with which no event was verified yet. */
const MOST_UNPROVEN = 20;

type Certificate = { text: string; key: KeyObject; from: number; to: number; checkedAt: number; isProven: boolean };
type CertificateDeps = Pick<Deps, 'clock' | 'db'>;

/** The cache of one process. */
const stateOf = memoizeFor((_db: Database) => createState(WAITS));

/** The same, and nobody waits as long: for tests. */
export const hurryCertificates = (db: Database, waits: typeof WAITS): void =>
  void Object.assign(stateOf(db), createState(waits));

const createState = ({ fetchMs, longestWaitMs, restAfterFailureMs }: typeof WAITS) => ({
  fetchMs,
  known: new Map<string, Certificate>(),
  failed: new Map<string, number>(),
  fetching: createCoalescer<Certificate>(),
  /** Anyone may name unknown addresses: their fetches are queued, and never delay a proven certificate. */
  queue: createFairQueue({
    atOnce: 6,
    atOncePerSender: 2,
    mostWaiting: 200,
    longestWaitMs,
    restAfterFailureMs,
    tooLate: () => new Busy(),
  }),
  /** Until then PayPal's `Retry-After` forbids fetches. */
  pausedUntil: 0,
  loading: undefined as Promise<void> | undefined,
});

/**
 * The key of a certificate of PayPal, while it is valid. A proven one (an event was verified with it) is known also
 * after a restart, and forged addresses never delay it. Fetched once, however many events name it.
 */
export async function findKey(deps: CertificateDeps, url: string, network: string): Promise<KeyObject> {
  const state = stateOf(deps.db);
  await loadProven(deps);
  const now = deps.clock.now().getTime();
  const known = state.known.get(url);
  if (known && isValid(known, now) && Math.abs(now - known.checkedAt) < FRESH_MS) return known.key;
  try {
    if ((state.failed.get(url) ?? 0) > now) throw new Busy();
    // Queued by network and coalesced only then: otherwise a forger could delay the true event by naming its
    // certificate first.
    const fetch = () => fetchOnce(deps, url);
    const fetched = await (known?.isProven ? fetch() : state.queue(network, fetch));
    return fetched.key;
  } catch (error) {
    const last = state.known.get(url);
    // Proven and not revoked: PayPal just cannot be reached.
    if (last?.isProven && isValid(last, now) && Math.abs(now - last.checkedAt) < TRUSTED_MS) return last.key;
    throw error;
  }
}

/** Coalesces fetches of one address; none is made if the certificate came while this one was queued. */
async function fetchOnce(deps: CertificateDeps, url: string) {
  const state = stateOf(deps.db);
  const now = deps.clock.now().getTime();
  const known = state.known.get(url);
  if (known && isValid(known, now) && Math.abs(now - known.checkedAt) < FRESH_MS) return known;
  return state.fetching(url, () => fetchCertificate(deps, url));
}

/** An event was verified with it: from now on it is proven. */
export async function trustCertificate({ db }: CertificateDeps, url: string): Promise<void> {
  const certificate = stateOf(db).known.get(url);
  if (!certificate || certificate.isProven) return;
  const values = { url, certificate: certificate.text, checkedAt: new Date(certificate.checkedAt) };
  await db
    .insert(webhookCertificates)
    .values(values)
    .onConflictDoUpdate({ target: webhookCertificates.url, set: values });
  certificate.isProven = true;
}

/** Reads the proven ones from the database, once. */
function loadProven({ db }: CertificateDeps): Promise<void> {
  const state = stateOf(db);
  const load = async () => {
    for (const { url, certificate, checkedAt } of await db.select().from(webhookCertificates)) {
      try {
        state.known.set(url, { ...readCertificate(certificate), checkedAt: checkedAt.getTime(), isProven: true });
      } catch {
        // Unreadable: it is fetched like an unknown one.
      }
    }
  };
  state.loading ??= load().catch((error) => {
    state.loading = undefined;
    throw error;
  });
  return state.loading;
}

async function fetchCertificate({ clock, db }: CertificateDeps, url: string): Promise<Certificate> {
  const state = stateOf(db);
  const now = clock.now().getTime();
  try {
    if (now < state.pausedUntil) throw new Error('PayPal asked to be left alone for a moment.');
    const response = await fetch(url, { signal: AbortSignal.timeout(state.fetchMs), redirect: 'error' });
    const retryAfter = response.headers.get('retry-after');
    if (response.status === 429 || (response.status === 503 && retryAfter))
      state.pausedUntil = now + readRetryAfter(retryAfter, now) * 1000;
    if (response.status === 404 || response.status === 410) await deleteCertificate({ db }, url);
    if (!response.ok) throw new Error(`The certificate was answered ${response.status}.`);
    const read = readCertificate(await response.text());
    if (!isValid(read, now)) throw new Error('The certificate is not valid now.');
    // The next event that is verified with it stores it anew.
    const certificate = { ...read, checkedAt: now, isProven: false };
    cacheCertificate(state.known, url, certificate);
    return certificate;
  } catch (cause) {
    cacheFailure(state.failed, url, now);
    // PayPal sends the event again later.
    throw Object.assign(new Busy(), { cause });
  }
}

/** PayPal has revoked it. */
async function deleteCertificate({ db }: Pick<CertificateDeps, 'db'>, url: string): Promise<void> {
  const { known } = stateOf(db);
  if (known.get(url)?.isProven) await db.delete(webhookCertificates).where(eq(webhookCertificates.url, url));
  known.delete(url);
}

function readCertificate(text: string) {
  const certificate = new X509Certificate(text);
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  return { text, key: certificate.publicKey, from, to };
}

const isValid = ({ from, to }: Pick<Certificate, 'from' | 'to'>, now: number): boolean => from <= now && now < to;

function cacheCertificate(known: Map<string, Certificate>, url: string, certificate: Certificate): void {
  known.delete(url);
  known.set(url, certificate);
  const unproven = [...known].filter(([, { isProven }]) => !isProven).map(([address]) => address);
  for (const oldest of unproven.slice(0, -MOST_UNPROVEN)) known.delete(oldest);
}

function cacheFailure(failed: Map<string, number>, url: string, now: number): void {
  failed.delete(url);
  failed.set(url, now + FAILED_MS);
  for (const [address, until] of failed) {
    if (until > now && failed.size <= MOST_FAILED) break;
    failed.delete(address);
  }
}
